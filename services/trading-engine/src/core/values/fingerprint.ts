import { hash } from 'node:crypto'
import { formatDecimal } from './decimal.js'

type Value = string | boolean | number | bigint | null

/**
 * Identifies equal requests: the endpoint and the body's own values, constants filled in and decimals exact, with
 * nothing of the account's state, the clock or the catalogue. A `client_id` may be reused with an equal fingerprint
 * only. Scaled decimals are given as bigint.
 */
export function fingerprint(endpoint: string, values: Readonly<Record<string, Value>>): Buffer {
  const sorted = Object.keys(values).sort()
  const text = sorted.map((name) => [
    name,
    typeof values[name] === 'bigint' ? formatDecimal(values[name]) : values[name],
  ])
  return hash('sha256', JSON.stringify([endpoint, text]), 'buffer')
}
