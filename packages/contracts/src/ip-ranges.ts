import { BlockList, isIP } from 'node:net'

/** Whether an address is in one of the ranges. What is not an IP address is in none, nor is one with a zone. */
export type IsInRanges = (address: string) => boolean

type Family = 'ipv4' | 'ipv6'

/**
 * `entries` are addresses and CIDR ranges. IPv4 and its IPv4-mapped IPv6 form are one family, all other IPv6 is the
 * other, and an entry of one never matches an address of the other: `::/0` and `::10.0.0.1` are no IPv4.
 */
export function createIpRanges(entries: readonly string[]): IsInRanges {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of entries) {
    const [address = '', prefixBits] = entry.split('/')
    const family = familyOf(address) ?? 'ipv6'
    const bits = prefixBits === undefined ? undefined : Number(prefixBits)
    const list = lists[meaningOf(address, family, bits)]
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, bits, family)
  }
  return (address) => {
    const family = address.includes('%') ? undefined : familyOf(address)
    return family !== undefined && lists[meaningOf(address, family)].check(address, family)
  }
}

const familyOf = (address: string): Family | undefined => (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)]

const MAPPED_BITS = 96
const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', MAPPED_BITS, 'ipv6')

/** The family that is meant, however it is written. */
const meaningOf = (address: string, family: Family, bits = 128): Family =>
  family === 'ipv6' && bits >= MAPPED_BITS && mapped.check(address, 'ipv6') ? 'ipv4' : family
