import ipaddr from 'ipaddr.js'

/** Who has an IPv6 address usually has its whole /64, so that is what is counted; IPv4 addresses are counted one by one. `ip` is normalised. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':')) return ip
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`)
  return `${network.toString()}/64`
}
