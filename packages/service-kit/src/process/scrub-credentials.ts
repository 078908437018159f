const BEARER = /(bearer)\s+(?:bearer\s+)*[^\s"\\]+/gi
/** Base64 that is long enough for a key and its secret. */
const BASIC = /(basic)\s+[A-Za-z0-9+/]{24,}={0,2}/gi
const TOKEN = /svc_(?:ak|sk)_[0-9a-f]{48}|svc_hk_[0-9a-f]{64}|whsec_[A-Za-z0-9+/=_-]+/gi
const USER_OF_URL = /:\/\/[^\s:/@"]*:/g
const PASSWORD_OF_URL = /[^\s@"]*/y

const REDACTED = '[redacted]'

/**
 * The last resort: whatever still looks like a key, secret, token or password of ours is blacked out. Callers choose
 * what it reads, so its time grows with the length of the text and no faster.
 */
export const scrubCredentials = (text: string): string =>
  scrubPasswords(text.replace(BEARER, `$1 ${REDACTED}`).replace(BASIC, `$1 ${REDACTED}`).replace(TOKEN, REDACTED))

/**
 * `://user:password@`. What follows a user is read once, to its end: without an `@` there, no later start within it
 * finds one either.
 */
function scrubPasswords(text: string): string {
  let scrubbed = ''
  let copied = 0
  USER_OF_URL.lastIndex = 0
  while (USER_OF_URL.test(text)) {
    const start = USER_OF_URL.lastIndex
    PASSWORD_OF_URL.lastIndex = start
    PASSWORD_OF_URL.test(text)
    const end = PASSWORD_OF_URL.lastIndex
    if (end > start && text[end] === '@') {
      scrubbed += text.slice(copied, start) + REDACTED
      copied = end
    }
    USER_OF_URL.lastIndex = end
  }
  return scrubbed + text.slice(copied)
}
