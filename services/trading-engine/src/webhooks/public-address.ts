/**
 * Which addresses webhooks may go to: those of the public internet, and what the installation allows besides. Of IPv6
 * only what is handed out for global use (2000::/3) counts, less its parts that lead elsewhere. So IPv4 in any of its
 * IPv6 forms (mapped, compatible, NAT64, 6to4, Teredo) is refused along with everything else that is not plainly public.
 */
import { BlockList, isIP } from 'node:net'

/** Never public, as the IANA registries of special-purpose addresses have it, and what clouds answer on inside. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // a cloud's service address
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const GLOBAL_V6 = ['2000::/3']
const SPECIAL_V6 = [
  '2001::/23', // protocol assignments, Teredo and ORCHID among them
  '2001:db8::/32',
  '2002::/16', // 6to4
  '2620:4f:8000::/48',
  '3fff::/20',
]

/** Whether an address as DNS gives it may be connected to. `allowed` are CIDR ranges or addresses. */
export type MayReach = (address: string) => boolean

export function createMayReach(allowed: readonly string[]): MayReach {
  const exceptions = listOf(allowed)
  return (address) => {
    const version = isIP(address)
    // A zone (`fe80::1%eth0`) belongs to an address of this machine's own links.
    if (version === 0 || address.includes('%')) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    return isPublic(address, family) || exceptions.check(address, family)
  }
}

function isPublic(address: string, family: 'ipv4' | 'ipv6'): boolean {
  if (family === 'ipv4') return !specialV4.check(address, family)
  return globalV6.check(address, family) && !specialV6.check(address, family)
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const specialV4 = listOf(SPECIAL_V4)
const globalV6 = listOf(GLOBAL_V6)
const specialV6 = listOf(SPECIAL_V6)
