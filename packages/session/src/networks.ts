import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** True if a text is an IP address, or a network of them such as 203.0.113.0/24. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Returns a function that is true for the addresses in these networks. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, bits === undefined ? (isIP(base) === 4 ? 32 : 128) : Number(bits), familyOf(base))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

export const isWithin = (address: string, networks: readonly string[]): boolean => within(networks)(address)
