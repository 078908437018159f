/**
 * The ids that a decision drew, as they are kept with its command, whose own id was drawn last. UUIDs of one process
 * and one millisecond differ by one in their counter, and at random behind it: of such an id only that end is kept.
 */
const UUID_LENGTH = 36
/** Where the last sixteen bits of the counter begin, and where they end. */
const COUNTER_AT = 24
const RANDOM_AT = 28
const RANDOM_LENGTH = UUID_LENGTH - RANDOM_AT

const counterOf = (id: string): number => Number.parseInt(id.slice(COUNTER_AT, RANDOM_AT), 16)

/** Writes those before the last, from the last of them to the first. */
export function writeIds(ids: readonly string[]): string {
  let text = ''
  let next = ids.at(-1) ?? ''
  let nextCounter = counterOf(next)
  for (let index = ids.length - 2; index >= 0; index -= 1) {
    const id = ids[index] ?? ''
    const counter = counterOf(id)
    const isBefore = counter + 1 === nextCounter && id.slice(0, COUNTER_AT) === next.slice(0, COUNTER_AT)
    text += isBefore ? id.slice(RANDOM_AT) : id
    next = id
    nextCounter = counter
  }
  return text
}

/** The ids that were drawn before that of the command, in order. */
export function readIds(text: string, commandId: string): readonly string[] {
  const ids: string[] = []
  let next = commandId
  for (let at = 0; at < text.length;) {
    const isWhole = text[at + RANDOM_LENGTH] === '-'
    const end = at + (isWhole ? UUID_LENGTH : RANDOM_LENGTH)
    const part = text.slice(at, end)
    const id = isWhole ? part : idBefore(next) + part
    ids.push(id)
    next = id
    at = end
  }
  return ids.reverse()
}

/** All but its random end. */
const idBefore = (next: string): string =>
  next.slice(0, COUNTER_AT) + (counterOf(next) - 1).toString(16).padStart(RANDOM_AT - COUNTER_AT, '0')
