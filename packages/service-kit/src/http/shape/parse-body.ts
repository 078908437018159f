import type { IncomingHttpHeaders } from 'node:http'
import type { Issue } from '@ats/contracts'
import { excessOf, measureJson, valuesMaxOf } from './json-size.js'

/** Either a body or the one reason why there is none. */
export type Parsed<T> = T | { readonly issue: Issue }

/** The JSON value of a body, with the number of names in its text. */
export type ParsedBody = Parsed<{ readonly value: Readonly<Record<string, unknown>>; readonly names: number }>

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i

/**
 * Turns the bytes of a body into a JSON object of at most `valuesMax` fields and items. Encodings other than identity
 * and UTF-8 are refused.
 */
export function parseBody(bytes: Buffer, headers: IncomingHttpHeaders, valuesMax = valuesMaxOf()): ParsedBody {
  const text = jsonTextOf(bytes, headers)
  if ('issue' in text) return text
  const size = measureJson(bytes)
  const issue = excessOf(size, [], 'the body', valuesMax)
  if (issue !== null) return { issue }
  try {
    const value = parseJson(text.text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_OBJECT
    return { value: value as Record<string, unknown>, names: size.names }
  } catch {
    return NO_JSON
  }
}

/** The text of a body that says it is JSON; not parsed yet. */
export function jsonTextOf(bytes: Buffer, headers: IncomingHttpHeaders): Parsed<{ readonly text: string }> {
  if (bytes.length === 0) return fault('body.required', 'the body must be a JSON object; there is none')
  if (!JSON_TYPE.test((headers['content-type'] ?? '').trim())) {
    return fault('body.content_type', 'Content-Type must be application/json')
  }
  if (!isIdentity(headers)) return COMPRESSED
  return decode(bytes) ?? NO_JSON
}

/** @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return text.includes('\\') ? JSON.parse(withoutEscapedLetters(text)) : value
}

/** The text of a body of this content type; null for one of any other. `issue` says why there is none. */
export function parseText(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  type: string,
): Parsed<{ readonly text: string }> | null {
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() !== type) return null
  if (!isIdentity(headers)) return COMPRESSED
  return decode(bytes) ?? fault('body.text', 'the body must be UTF-8')
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): { readonly text: string } | null {
  try {
    return { text: UTF_8.decode(bytes) }
  } catch {
    return null
  }
}

const ESCAPED_UNIT = /(?<!\\)((?:\\\\)*)\\u([0-9a-f]{4})/gi
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Cs}]/u

/**
 * The same JSON with letters in place of their escapes. Once V8 of Node 24 to 26 has read a field whose name is a
 * backslash, it can read an escaped name of another as that one (nodejs/node#63785).
 */
const withoutEscapedLetters = (json: string): string =>
  json.replace(ESCAPED_UNIT, (all, before: string, hex: string) => {
    const unit = String.fromCharCode(parseInt(hex, 16))
    return NEEDS_ESCAPE.test(unit) ? all : before + unit
  })

const isIdentity = (headers: IncomingHttpHeaders): boolean => /^(identity)?$/i.test(headers['content-encoding'] ?? '')

export const NO_JSON = fault('body.json', 'the body must be valid JSON in UTF-8')
export const NO_OBJECT = fault('body.object', 'the body must be a JSON object')
const COMPRESSED = fault('body.content_encoding', 'the body must not be compressed; leave Content-Encoding out')

function fault(code: string, message: string): { readonly issue: Issue } {
  return { issue: { path: [], code, message } }
}
