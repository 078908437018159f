import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The one spelling of an IPv4 or IPv6 address or CIDR range: shortest form, bits behind the prefix cleared,
 * IPv4-mapped IPv6 as IPv4. Equal rules become equal texts.
 * @returns undefined for anything else, also for zones, ports, host names and IPv4 written in fewer than four parts
 */
export function canonicalIpRule(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return undefined
  const parsed = ipaddr.parse(address)
  if (prefix === undefined) return ipaddr.process(address).toString()
  const bits = /^(0|[1-9]\d{0,2})$/.test(prefix) ? Number(prefix) : Infinity
  if (parsed instanceof ipaddr.IPv4) return bits <= 32 ? range4(address, bits) : undefined
  if (bits > 128) return undefined
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) {
    return bits >= 96 ? range4(parsed.toIPv4Address().toString(), bits - 96) : undefined
  }
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}

function range4(address: string, bits: number): string {
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`
}
