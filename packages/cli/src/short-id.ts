import { Failure } from './failure.js'

/** How much of an id tables show where there is no room: its end, as ids made together begin the same. */
const SHOWN = 8
const FEWEST = 6

export const shortId = (id: string): string => id.slice(-SHOWN)

export const isWholeId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

export const endsWith = (id: string, text: string): boolean => text.length >= FEWEST && id.endsWith(text.toLowerCase())

/**
 * The whole of an id of which the end was given, as tables show it.
 * @throws Failure usage, when none of them or more than one ends like that
 */
export function completeId(noun: string, text: string, ids: readonly string[]): string {
  const found = ids.filter((id) => endsWith(id, text))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (others.length > 0) throw new Failure('usage', `more than one ${noun} ends with ${text}`, found)
  const reason =
    text.length < FEWEST ? `give at least ${FEWEST} characters of its end, or all of it` : 'give its whole id'
  throw new Failure('usage', `no ${noun} found that ends with ${text}: ${reason}`)
}
