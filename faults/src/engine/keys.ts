/** API keys by number: bots and the engine's stubbed authentication both compute them. */
export interface BotKey {
  readonly userId: string
  readonly headers: { readonly 'x-api-key': string; readonly 'x-api-secret': string }
}

const PREFIX = 'svc_ak_'
const KEYS_PER_USER = 256
const hexOf = (index: number): string => index.toString(16).padStart(48, '0')

/** The n-th key of a user. */
export function botKey(user: number, n = 0): BotKey {
  const index = user * KEYS_PER_USER + n
  return {
    userId: userOf(index),
    headers: { 'x-api-key': `${PREFIX}${hexOf(index)}`, 'x-api-secret': `svc_sk_${hexOf(index)}` },
  }
}

/** The number of a key that belongs to the secret; null for any other. */
export function indexOfKey(key: string, secret: string): number | null {
  const index = Number.parseInt(key.slice(PREFIX.length), 16)
  const isPair = key === `${PREFIX}${hexOf(index)}` && secret === `svc_sk_${hexOf(index)}`
  return isPair ? index : null
}

export const userOf = (index: number): string => `bot-${Math.floor(index / KEYS_PER_USER)}`
