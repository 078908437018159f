import { singleHeader } from '../single-header.js'

const USER_ID_LENGTH_MAX = 128
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads `X-User-Id`; undefined when missing, repeated, blank, over 128 characters (of UTF-16) or not UTF-8. */
export function readUserId(rawHeaders: readonly string[]): string | undefined {
  const value = singleHeader(rawHeaders, 'x-user-id')
  const userId = value === undefined ? undefined : decodeHeader(value)
  if (userId === undefined || userId.trim() === '' || userId.length > USER_ID_LENGTH_MAX) return undefined
  return userId
}

/** Node gives header values with one character for each byte. */
function decodeHeader(value: string): string | undefined {
  try {
    return UTF_8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return undefined
  }
}
