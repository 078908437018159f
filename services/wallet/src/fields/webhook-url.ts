import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export const WEBHOOK_URL_LENGTH_MAX = 2048

export type WebhookUrl = { readonly url: string } | { readonly problem: string }

/**
 * Checks where events may be sent, without asking DNS, and returns the address in the form in which it is stored and
 * later called. The URL is parsed first and judged by its parsed parts: `https://2130706433`, `https://0x7f.1` and
 * `https://①②⑦.1` are all 127.0.0.1. Names that resolve to private addresses are caught at each delivery.
 * @param allowPrivateHosts for receivers on the same machine or network; scheme and user info are checked all the same
 */
export function checkWebhookUrl(text: string, allowPrivateHosts: boolean): WebhookUrl {
  if (!text.startsWith('https://')) return { problem: 'must start with https://' }
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return { problem: 'is not a valid URL' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/.test(text)) {
    return { problem: 'must not contain user info' }
  }
  if (url.href.length > WEBHOOK_URL_LENGTH_MAX)
    return { problem: `is longer than ${WEBHOOK_URL_LENGTH_MAX} characters` }
  if (!allowPrivateHosts && !isPublicHost(url.hostname)) return { problem: 'must name a host on the public internet' }
  return { url: url.href }
}

const PRIVATE_SUFFIXES = ['localhost', 'internal', 'local', 'localdomain', 'lan', 'intranet', 'svc', 'home.arpa']

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  // A name of one part is looked up in the local search domain.
  if (!host.includes('.')) return false
  return !PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

/** Ranges that count as ordinary public addresses but lead inside: IPv4-compatible IPv6 and a cloud's service address. */
const EXCEPTIONS = ['::/96', '168.63.129.16/32'].map((range) => ipaddr.parseCIDR(range))

function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return !EXCEPTIONS.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
}
