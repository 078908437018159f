import { isIP } from 'node:net'
import { domainToUnicode } from 'node:url'
import { normaliseIp } from './client-ip.js'
import { isPublicAddress } from './public-address.js'

export const WEBHOOK_URL_LENGTH_MAX = 2048

export type WebhookUrl = { readonly url: string } | { readonly problem: string }

/**
 * Checks where events may be sent, without asking DNS, and returns the address in the form in which it is stored and
 * later called. The URL is parsed first and its parsed parts are checked: `https://2130706433`, `https://0x7f.1` and
 * `https://①②⑦.1` are all 127.0.0.1. Names that resolve to private addresses are caught at each delivery.
 * @param allowPrivateHosts for receivers on the same machine or network; scheme and user info are checked all the same
 */
export function checkWebhookUrl(text: string, allowPrivateHosts: boolean): WebhookUrl {
  if (!text.startsWith('https://')) return { problem: 'must start with https://' }
  if (/[\s\\]|^https:\/\/\//.test(text) || !URL.canParse(text)) return { problem: 'is not a valid URL' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/.test(text)) {
    return { problem: 'must not contain user info' }
  }
  if (!isReachable(url)) return { problem: 'is not a valid URL' }
  if (text.includes('#')) return { problem: 'must not contain a fragment: it would never be sent' }
  if (url.href.length > WEBHOOK_URL_LENGTH_MAX)
    return { problem: `is longer than ${WEBHOOK_URL_LENGTH_MAX} characters` }
  if (!allowPrivateHosts && !isPublicHost(url.hostname)) return { problem: 'must name a host on the public internet' }
  return { url: url.href }
}

/** A port that can be connected to, and a name that DNS could know: no empty, overlong or unreadable part. */
function isReachable({ hostname, port }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  const isName = name.length <= 253 && name.split('.').every((label) => label !== '' && label.length <= 63)
  return port !== '0' && isName && !hasUnreadableLabel(name)
}

/** Says it is encoded and is not: from Node 24 on, URLs take it as it stands. */
const hasUnreadableLabel = (name: string): boolean =>
  domainToUnicode(name)
    .split('.')
    .some((label) => label.startsWith('xn--'))

/** Top-level domains that do not exist on the public internet, but may in private networks. */
const PRIVATE_SUFFIXES = [
  'corp',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'private',
  'svc',
  'test',
]

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(normaliseIp(host))
  // A name of one part is looked up in the local search domain.
  if (!host.includes('.')) return false
  return !PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
}
