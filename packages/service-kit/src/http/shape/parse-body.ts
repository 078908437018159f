import type { IncomingHttpHeaders } from 'node:http'
import type { Issue } from '@ats/contracts'

/** Either the JSON value of a body or the one reason why there is none. */
export type ParsedBody = { readonly value: Readonly<Record<string, unknown>> } | { readonly issue: Issue }

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i

/** Turns the bytes of a body into a JSON object. Encodings other than identity and UTF-8 are refused. */
export function parseBody(bytes: Buffer, headers: IncomingHttpHeaders): ParsedBody {
  if (bytes.length === 0) return fault('body.required', 'the body must be a JSON object; there is none')
  if (!JSON_TYPE.test((headers['content-type'] ?? '').trim())) {
    return fault('body.content_type', 'Content-Type must be application/json')
  }
  if (!isIdentity(headers)) return COMPRESSED
  return parseJsonObject(bytes)
}

/** The text of a body of this content type; null for one of any other. `issue` says why there is none. */
export function parseText(
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  type: string,
): { readonly text: string } | { readonly issue: Issue } | null {
  const [given = ''] = (headers['content-type'] ?? '').split(';')
  if (given.trim().toLowerCase() !== type) return null
  if (!isIdentity(headers)) return COMPRESSED
  try {
    return { text: UTF_8.decode(bytes) }
  } catch {
    return fault('body.text', 'the body must be UTF-8')
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function parseJsonObject(bytes: Buffer): ParsedBody {
  let value: unknown
  try {
    const text = UTF_8.decode(bytes)
    value = JSON.parse(text)
    if (text.includes('\\')) value = JSON.parse(withoutEscapedLetters(text))
  } catch {
    return fault('body.json', 'the body must be valid JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fault('body.object', 'the body must be a JSON object')
  }
  return { value: value as Record<string, unknown> }
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

const COMPRESSED = fault('body.content_encoding', 'the body must not be compressed; leave Content-Encoding out')

function fault(code: string, message: string): { readonly issue: Issue } {
  return { issue: { path: [], code, message } }
}
