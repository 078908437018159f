/**
 * Tells which addresses are on the public internet. Of IPv6 only what is handed out for global use (2000::/3) counts,
 * less its parts that lead elsewhere. So IPv4 in any of its IPv6 forms (mapped, compatible, NAT64, 6to4, Teredo) is
 * none, along with everything else that is not plainly public.
 */
import { isIPv4 } from 'node:net'
import { createIpRanges } from '@ats/contracts'

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

const isSpecialV4 = createIpRanges(SPECIAL_V4)
const isGlobalV6 = createIpRanges(GLOBAL_V6)
const isSpecialV6 = createIpRanges(SPECIAL_V6)

export const isPublicAddress = (address: string): boolean =>
  isIPv4(address) ? !isSpecialV4(address) : isGlobalV6(address) && !isSpecialV6(address)
