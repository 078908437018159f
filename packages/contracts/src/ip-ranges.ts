import { BlockList, isIP } from 'node:net'

/** Whether an address is in one of the ranges. What is not an IP address is in none, nor is one with a zone. */
export type IsInRanges = (address: string) => boolean

/** `entries` are addresses and CIDR ranges. IPv4 entries also match the IPv4-mapped IPv6 form of an address. */
export function createIpRanges(entries: readonly string[]): IsInRanges {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefixBits] = entry.split('/')
    const family = familyOf(address) ?? 'ipv6'
    if (prefixBits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefixBits), family)
  }
  return (address) => {
    const family = address.includes('%') ? undefined : familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)]
