import { BlockList, isIP } from 'node:net'

const reserved = new BlockList()
// IANA's special-purpose addresses: private, loopback, link-local with the metadata of clouds, documentation, multicast.
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
// Of what is public otherwise: Teredo and other protocols, documentation, 6to4, which holds any IPv4 address.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** True if an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !reserved.check(address, 'ipv4')
  return kind === 6 && !address.includes('%') && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

export const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1'
