/** The values that the bytes of an alert hold, by name: of a JSON object, or of words as in `buy BTCUSD 0.5 id=7`. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Issue } from '@ats/contracts'
import { findDuplicateKeys, parseJson } from '@ats/service-kit/http'

export type AlertValues = Readonly<Record<string, unknown>>
export type Found<T> = { readonly found: T } | { readonly issues: readonly Issue[] }

/** The types of senders of text; some of them name no type at all. */
const TYPE = /^(?:application\/json|text\/plain)\s*(?:;|$)/i
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

export function alertValues(bytes: Buffer, headers: IncomingHttpHeaders): Found<AlertValues> {
  const { 'content-type': type = 'text/plain', 'content-encoding': encoding = 'identity' } = headers
  if (!TYPE.test(type.trim())) return wrong('body.content_type', 'Content-Type must be application/json or text/plain')
  if (!/^identity$/i.test(encoding)) return wrong('body.content_encoding', 'the body must not be compressed')
  if (bytes.length === 0) return wrong('body.required', 'the body is empty')
  let text: string
  try {
    text = UTF_8.decode(bytes)
  } catch {
    return wrong('body.text', 'the body must be UTF-8')
  }
  return valuesOf(text.trim())
}

function valuesOf(text: string): Found<AlertValues> {
  const json = jsonOf(text)
  if (json === undefined)
    return /^[{["]/.test(text) ? wrong('body.json', `the body must be JSON or words; ${NO_JSON}`) : wordsOf(text)
  if (typeof json === 'string') return wordsOf(json)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return wrong('body.object', 'the JSON of the body must be an object')
  const issues = findDuplicateKeys(text)
  return issues.length > 0 ? { issues } : { found: json as AlertValues }
}

const NO_JSON = 'it begins as JSON, and is none: is a placeholder without quotes, or has it become NaN?'

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const IN_ORDER = ['action', 'symbol', 'quantity'] as const
const PAIR = /^([\w.-]{1,64})=(.*)$/s

/** Words in their order, and pairs of a name and a value wherever they stand. */
function wordsOf(text: string): Found<AlertValues> {
  const values = new Map<string, string>()
  const issues: Issue[] = []
  let place = 0
  for (const word of text.split(/[\s,;]+/)) {
    if (word === '') continue
    const [, name = IN_ORDER[place], value = word] = PAIR.exec(word) ?? []
    if (value === word) place += 1
    if (name === undefined)
      return wrong('body.words', `words are ${IN_ORDER.join(' ')}, in this order; what else there is needs a name=`)
    if (values.has(name)) issues.push({ path: [name], code: 'duplicate_key', message: `${name} is there twice` })
    values.set(name, value)
  }
  return issues.length > 0 ? { issues } : { found: Object.fromEntries(values) }
}

const wrong = (code: string, message: string): { readonly issues: readonly Issue[] } => ({
  issues: [{ path: [], code, message }],
})
