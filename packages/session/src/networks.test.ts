import { expect, test } from 'vitest'
import { isNetwork, isWithin } from './networks'

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['2001:db8::/32', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/8/8', false],
  ['203.0.113', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
])('%s: %s', (text, is) => expect(isNetwork(text)).toBe(is))

test('an address is within a network of its own kind', () => {
  const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']
  const within = (address: string) => isWithin(address, networks)
  expect(['203.0.113.255', '198.51.100.7', '2001:db8:1::1'].map(within)).toEqual([true, true, true])
  expect(['203.0.114.1', '198.51.100.8', '2001:db9::1', '', 'unknown'].map(within)).not.toContain(true)
})
