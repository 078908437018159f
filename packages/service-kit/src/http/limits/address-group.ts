import ipaddr from 'ipaddr.js'

/** The unit that limits count: the /64 of an IPv6 address, as its owner usually has all of it. `ip` is normalised. */
export const addressGroup = (ip: string): string => (ip.includes(':') ? prefixOf(ip, 64) : ip)

/** The /48 of an IPv6 address, the most that one customer is usually given; null for IPv4. `ip` is normalised. */
export const siteOf = (ip: string): string | null => (ip.includes(':') ? prefixOf(ip, 48) : null)

const prefixOf = (ip: string, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}`
