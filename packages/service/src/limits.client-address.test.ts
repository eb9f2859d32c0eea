import { expect, test } from 'vitest'
import { clientAddress, widerNetworks } from './limits'

const addressOf = (headers: Record<string, string>) =>
  clientAddress(new Request('http://localhost/', { headers: new Headers(headers) }))

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
  ['', 'unknown'],
  ['localhost', 'unknown'],
])('%s counts as %s', (given, key) => {
  expect(addressOf({ 'x-real-ip': given })).toBe(key)
})

test('other headers that claim a client address are ignored', () => {
  const claims = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1', 'client-ip': '198.51.100.1' }
  expect(addressOf(claims)).toBe('unknown')
  expect(addressOf({ ...claims, 'x-real-ip': '203.0.113.7' })).toBe('203.0.113.7')
})

test('larger networks are counted for IPv6 clients only', () => {
  const from = (address: string) => new Request('http://localhost', { headers: { 'x-real-ip': address } })
  expect(widerNetworks(from('2001:db8:12:34ff::1'))).toEqual([
    { key: '2001:db8:12:3400::/56', factor: 2 },
    { key: '2001:db8:12::/48', factor: 4 },
  ])
  expect(widerNetworks(from('203.0.113.7'))).toEqual([])
})
