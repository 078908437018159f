/** Entity tags (RFC 9110, section 13): a caller who has the response already gets 304 instead of all of it. */
import { hash } from 'node:crypto'

/** The same for the same bytes, on every replica. */
export const entityTag = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 27)}"`

/** Whether If-None-Match names it. A proxy that compresses may have made the tag weak. */
export const isHeld = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((entry) => ['*', etag, `W/${etag}`].includes(entry.trim())))
