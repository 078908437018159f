/**
 * The text of an order stands in the response to its command and in each of its events. One of them stores it, the last
 * event of the order; the others refer to that, to the character, so that nothing has to be made again to read them:
 * `whole_text` of the database pieces them together. Migration 0017 says how such a text is written. Refusals refer to
 * a pattern of migration 0018.
 */
import type { Pool } from 'pg'
import type { DecidedEvent, StoredEvent } from '../../core/model/events.js'

/** A part of the data of an event, or of a pattern (below 1): `start` counts characters from 0. */
interface Reference {
  readonly sequence: number
  readonly start: number
  readonly length: number
}

/** Each violation begins like this. */
const RULE = '{"rule":"'
const FIELD = ',"'
/** A reference costs as many characters itself. */
const WORTH_IT = 16
/** Responses refer to no more events than these, the last: each is searched for in the response. */
const EVENTS_MAX = 16

type Source = Pick<Reference, 'sequence'> & { readonly data: string }

/** The texts of one decision, as they are stored. */
interface StoredTexts {
  readonly response: string
  readonly events: readonly StoredEvent[]
}
export type ShareTexts = (response: string, events: readonly DecidedEvent[]) => StoredTexts

/** Texts stay whole while a version may read this database that knows no others. */
export async function loadShareTexts(pool: Pool): Promise<ShareTexts> {
  const { rows } = await pool.query<{ text: string }>(
    `select text from text_patterns, settings where number = 0 and name = 'stored_texts' and value = 'shared'`,
  )
  return rows[0] === undefined ? (response, events) => ({ response, events }) : createShareTexts(rows[0].text)
}

function createShareTexts(pattern: string): ShareTexts {
  const refusals: Source = { sequence: 0, data: pattern }
  const head = pattern.slice(0, pattern.indexOf(RULE))
  return (response, events) => {
    const last = new Map(events.map((event) => [event.orderId, event]))
    return {
      response: response.startsWith(head + RULE)
        ? shareRefusal(response, refusals)
        : shareResponse(response, events.slice(-EVENTS_MAX)),
      events: events.map((event) => {
        const later = event.orderId === null ? event : (last.get(event.orderId) ?? event)
        return later === event || !isCountable(later) ? event : { ...event, data: shareAlong(event.data, later) }
      }),
    }
  }
}

/** Postgres counts characters, JavaScript the halves of those beyond 16 bits: such a text is not referred to. */
const isCountable = ({ data }: StoredEvent): boolean => !/[\ud800-\udfff]/.test(data)

function shareResponse(response: string, events: readonly DecidedEvent[]): string {
  const found: { readonly at: number; readonly reference: Reference }[] = []
  for (const { sequence, data, resources } of events.filter(isCountable)) {
    for (const text of resources) {
      const at = response.indexOf(text)
      if (at >= 0) found.push({ at, reference: { sequence, start: data.indexOf(text), length: text.length } })
    }
  }
  found.sort((a, b) => a.at - b.at)
  let shared = ''
  let end = 0
  for (const { at, reference } of found) {
    if (at < end) continue
    shared += response.slice(end, at) + written(reference)
    end = at + reference.length
  }
  return shared + response.slice(end)
}

/** Compares each violation with the pattern's of the same rule. */
function shareRefusal(response: string, patterns: Source): string {
  const parts = response.split(/(?=\{"rule":")/)
  return parts
    .map((part) => {
      const beginning = part.startsWith(RULE) ? part.slice(0, part.indexOf('"', RULE.length) + 1) : part
      const start = patterns.data.indexOf(beginning)
      return start < 0 ? part : shareAlong(part, patterns, start)
    })
    .join('')
}

/** Both texts have the same fields and words: where they part, the next one is compared again. */
function shareAlong(text: string, { sequence, data }: Source, from = 0): string {
  let shared = ''
  let at = 0
  let start = from
  while (at < text.length && start < data.length) {
    let length = 0
    while (at + length < text.length && text.charCodeAt(at + length) === data.charCodeAt(start + length)) length += 1
    shared += length < WORTH_IT ? text.slice(at, at + length) : written({ sequence, start, length })
    at += length
    const end = nextPart(text, length === 0 ? at + 1 : at)
    shared += text.slice(at, end)
    at = end
    start = text.startsWith(FIELD, at) ? nextField(data, start + length) : nextPart(data, start + length)
  }
  return shared + text.slice(at)
}

function nextField(text: string, from: number): number {
  const at = text.indexOf(FIELD, from)
  return at < 0 ? text.length : at
}

/** The place of the next field or word. */
function nextPart(text: string, from: number): number {
  const word = text.indexOf(' ', from)
  const field = nextField(text, from)
  return word < 0 ? field : Math.min(field, word)
}

const written = ({ sequence, start, length }: Reference): string => `\n${sequence} ${start + 1} ${length}\n`
