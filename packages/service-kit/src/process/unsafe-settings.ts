import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ServiceSettings } from './environment.js'

/** One setting, or several together, with which a service must not start where real users are. */
export interface UnsafeSetting<T> {
  /** Gets what could be read: a setting with a problem of its own may be missing, or of another type. */
  readonly isUnsafe: (config: Partial<T>) => boolean
  /** Begins with the name of the setting; says what would happen, and what to do instead. */
  readonly problem: string
}

const DISTINCT_CHARACTERS_MIN = 8

/** Whether a secret is one that people write where a random one belongs; 32 random hex digits are not. */
export const isPlaceholder = (secret: string): boolean =>
  new Set(secret).size < DISTINCT_CHARACTERS_MIN ||
  /change.?me|default|example|insecure|password|placeholder|replace.?(me|this)|your.?(secret|token)/i.test(secret)

/** Whether something is listed twice. */
export const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size < values.length

/** The texts of a setting that may have a problem of its own. */
export const textsOf = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []

/** Whether the internal listener is where the public one is. */
export const listenersCollide = (config: Partial<ServiceSettings>): boolean => {
  const { HOST: host, PORT: port, INTERNAL_HOST: internalHost, INTERNAL_PORT: internalPort } = config
  return port !== 0 && port === internalPort && (host === internalHost || isAny(host) || isAny(internalHost))
}

const isAny = (host: string | undefined): boolean => host === '0.0.0.0' || host === '::'

/** The network of a site, whose owner gives out the addresses inside. */
const WIDEST_PREFIX_BITS = { ipv4: 8, ipv6: 48 } as const

/** Whether these ranges are wider than one network of one's own: anybody inside may claim any address. */
export const isProxyRangeTooWide = (ranges: readonly string[]): boolean =>
  ranges.some((range) => {
    const [address = '', prefixBits] = range.split('/')
    if (prefixBits === undefined || isIP(address) === 0) return false
    const isMapped =
      Number(prefixBits) >= MAPPED_BITS && ipaddr.process(address).kind() !== ipaddr.parse(address).kind()
    const bits = isMapped ? Number(prefixBits) - MAPPED_BITS : Number(prefixBits)
    return bits < WIDEST_PREFIX_BITS[isMapped ? 'ipv4' : ipaddr.parse(address).kind()]
  })

/** Before an IPv4 address that is written as IPv6. */
const MAPPED_BITS = 96

/** Names that only mean something inside one's own network. */
const PRIVATE_NAME = /^[^.]+$|\.(internal|local|localhost|lan|svc|home\.arpa)$/i

/** Whether what is sent to this address crosses networks of others in the clear. Names are not looked up. */
export function isPublicPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'http:') return false
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? !PRIVATE_NAME.test(host) : ipaddr.process(host).range() === 'unicast'
}
