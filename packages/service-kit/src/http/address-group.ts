import ipaddr from 'ipaddr.js'

/** The unit that limits count: the /64 of an IPv6 address, as its owner usually has all of it. `ip` is normalised. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':')) return ip
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`)
  return `${network.toString()}/64`
}
