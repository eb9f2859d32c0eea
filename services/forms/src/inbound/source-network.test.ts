import { expect, test } from 'vitest'
import { isOfHost, namedNetwork, publicNetwork } from './source-network'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['IPv6:2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['127.0.0.1', undefined],
  ['192.168.4.1', undefined],
  ['172.31.0.1', undefined],
  ['::1', undefined],
  ['fe80::1%eth0', undefined],
  ['fd00::1', undefined],
  ['mail.example', undefined],
  ['', undefined],
])('%s is of the network %s', (address, network) => expect(publicNetwork(address)).toBe(network))

const raw = (...received: string[]) =>
  Buffer.from(`${received.map((one) => `Received: ${one}\r\n`).join('')}From: a@b.example\r\n\r\nHi\r\n`)

test('the network of a mail is the one that the server on top names, not what its sender has written below', () => {
  const byOurs = 'from evil.example ([203.0.113.9])\r\n by mx.school.example with ESMTP; Fri, 27 Nov 2026'
  const forged = 'from [198.51.100.7] by mx.school.example with ESMTP'
  expect(namedNetwork(raw(byOurs, forged), 'mx.school.example')).toBe('203.0.113.0/24')
  expect(namedNetwork(raw(byOurs, forged), undefined)).toBe('203.0.113.0/24')
  // Steps inside of the provider come first.
  const inside = 'from relay (10.0.0.4) by store.provider.example'
  expect(namedNetwork(raw(inside, byOurs), undefined)).toBe('203.0.113.0/24')
  expect(namedNetwork(raw(forged), 'mx.provider.example')).toBeUndefined()
  // A client may call itself by the address of another.
  for (const from of [
    '[198.51.100.7] (evil.example [203.0.113.9])',
    'evil.example (HELO [198.51.100.7]) (203.0.113.9)',
    '[198.51.100.7] (evil.example [203.0.113.9] (may be forged))',
    '[203.0.113.9] (helo=[198.51.100.7])',
    'evil.example ([203.0.113.9] helo=[198.51.100.7])',
  ])
    expect(namedNetwork(raw(`from ${from} by mx.school.example`), 'mx.school.example')).toBe('203.0.113.0/24')
  expect(namedNetwork(raw(`from ${'x '.repeat(50_000)}by mx`), undefined)).toBeUndefined()
  expect(namedNetwork(raw(), undefined)).toBeUndefined()
})

test.each([
  ['203.0.113.9', 'mx.mail.example', true],
  ['::ffff:203.0.113.9', 'MX.mail.example', true],
  ['203.0.113.9', 'mx.mail.other.example', false],
  // A stranger may give an address any name, but not the name this address.
  ['198.51.100.7', 'mx.mail.example', false],
  ['198.51.100.8', 'mx.mail.example', false],
  ['198.51.100.8', 'evilmail.example', true],
  // No DNS server answers.
  ['192.0.2.1', 'mx.mail.example', false],
  ['127.0.0.1', 'mx.mail.example', false],
  ['', 'mx.mail.example', false],
])('%s is of %s: %s', async (address, host, expected) => {
  const names: Record<string, string[]> = {
    '203.0.113.9': ['old.example', 'Out-7.mail.example'],
    '198.51.100.7': ['out-7.mail.example', 'mx.mail.example'],
    '198.51.100.8': ['evilmail.example'],
    '127.0.0.1': ['mx.mail.example'],
  }
  const addresses: Record<string, string[]> = {
    'Out-7.mail.example': ['203.0.113.8', '203.0.113.9'],
    'mx.mail.example': ['203.0.113.5', '127.0.0.1'],
    'evilmail.example': ['198.51.100.8'],
  }
  const hosts = {
    names: async (one: string) => names[one],
    addresses: async (name: string) => addresses[name] ?? [],
  }
  expect(await isOfHost(address, host, hosts)).toBe(expected)
})
