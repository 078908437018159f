import type { ApiKey } from '@ats/sdk/types'
import type { NewKey } from '../../../api/keys.js'

export type Scope = ApiKey['permissions'][number]

/** The content of the form of a new key, as it is typed. */
export interface KeyForm {
  readonly label: string
  /** Beyond reading, which every key may. */
  readonly scopes: readonly Exclude<Scope, 'READ_ONLY'>[]
  /** One address or range a line. */
  readonly addresses: string
  readonly expiry: Expiry
  /** `2030-01-31`, where the expiry is a day of one's own. */
  readonly day: string
  readonly webhookUrl: string
}

export const EXPIRIES = ['never', '30', '90', '365', 'day'] as const
export type Expiry = (typeof EXPIRIES)[number]

/** A key that can do the least. */
export const EMPTY_KEY: KeyForm = {
  ...{ label: '', scopes: [], addresses: '', expiry: 'never', day: '', webhookUrl: '' },
}

const DAY_MS = 86_400_000

/** The request for the key of a form. What is wrong in it, the wallet says. */
export function newKeyOf({ label, scopes, addresses, expiry, day, webhookUrl }: KeyForm, now: number): NewKey {
  const expiresAt =
    expiry === 'never' ? undefined : expiry === 'day' ? day : new Date(now + Number(expiry) * DAY_MS).toISOString()
  const ipWhitelist = addressesOf(addresses)
  return {
    label: label.trim(),
    permissions: ['READ_ONLY', ...scopes],
    ...(ipWhitelist.length > 0 && { ipWhitelist: [...ipWhitelist] }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(webhookUrl.trim() !== '' && { webhookUrl: webhookUrl.trim() }),
  }
}

const addressesOf = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,]+/).filter((word) => word !== '')),
]

/** The list with one more address, which is not there twice. */
export const withAddress = (text: string, address: string): string =>
  [...new Set([...addressesOf(text), address])].join('\n')

export const isComplete = ({ label, expiry, day }: KeyForm): boolean =>
  label.trim() !== '' && (expiry !== 'day' || day !== '')

/** How soon a key ends: by itself never, soon within a week. */
export function endOf({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: number): 'never' | 'later' | 'soon' | 'ended' {
  if (expiresAt === null) return 'never'
  const left = Date.parse(expiresAt) - now
  return left <= 0 ? 'ended' : left < 7 * DAY_MS ? 'soon' : 'later'
}
