import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
export const hasTwins = (values: readonly string[]): boolean => new Set(values).size < values.length

/** The texts of a setting that may have a problem of its own. */
export const textsOf = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []

export interface Listeners {
  readonly HOST: string
  readonly PORT: number
  readonly INTERNAL_HOST: string
  readonly INTERNAL_PORT: number
}

/** Whether the internal listener is where the public one is. */
export const isOneListener = (config: Partial<Listeners>): boolean => {
  const { HOST: host, PORT: port, INTERNAL_HOST: internalHost, INTERNAL_PORT: internalPort } = config
  return port !== 0 && port === internalPort && (host === internalHost || isAny(host) || isAny(internalHost))
}

const isAny = (host: string | undefined): boolean => host === '0.0.0.0' || host === '::'

const WIDEST_PREFIX_BITS = { 4: 8, 6: 7 } as const

/**
 * Whether these ranges are wider than any network of one's own (10.0.0.0/8, fc00::/7): whoever is inside may claim
 * any address.
 */
export const trustsStrangers = (ranges: readonly string[]): boolean =>
  ranges.some((range) => {
    const [address = '', prefixBits] = range.split('/')
    return prefixBits !== undefined && Number(prefixBits) < WIDEST_PREFIX_BITS[isIP(address) === 4 ? 4 : 6]
  })

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
