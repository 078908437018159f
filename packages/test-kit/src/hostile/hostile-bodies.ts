/** A body of a request that is meant to be dear to refuse, and what it tries. */
export type HostileBody = readonly [attempt: string, body: string]

/**
 * JSON bodies of about `bytes` bytes: names, texts and lists that slow patterns, comparisons of all with all, and words
 * about each of thousands of faults would make dear. `fields` are those that the request may have.
 */
export function hostileBodies(bytes: number, fields: readonly string[]): readonly HostileBody[] {
  const fieldBytes = Math.floor(bytes / Math.max(1, fields.length)) - 20
  const filled = (value: (bytes: number) => string): string =>
    `{${fields.map((name) => `"${name}":${value(fieldBytes)}`).join(',')}}`
  return [
    ...PIECES.map((piece): HostileBody => [`a name of ${piece}`, `{"${repeat(piece, bytes - 10)}":1}`]),
    ...PIECES.map((piece): HostileBody => [`texts of ${piece}`, filled((room) => `"${repeat(piece, room)}"`)]),
    ['unknown names', `{${list(bytes, (index) => `"f${index}":1`)}}`],
    ['one name again and again', `{${list(bytes, () => '"f":1')}}`],
    ['many objects with a name twice', `{"f":[${list(bytes - 10, () => '{"a":1,"a":1}')}]}`],
    ['lists in lists', `{"f":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`],
    ['objects in objects', `${'{"f":'.repeat(bytes / 6 - 1)}1${'}'.repeat(bytes / 6 - 1)}`],
    ['lists of different objects', filled((room) => `[${list(room, (index) => `{"a":${index}}`)}]`)],
    ['lists of different texts', filled((room) => `[${list(room, (index) => `"t${index}"`)}]`)],
    ['lists of numbers', filled((room) => `[${list(room, (index) => String(index))}]`)],
    ['lists of control characters', filled((room) => `[${list(room, () => '"\\u0000"')}]`)],
    ['objects of unknown names', filled((room) => `{${list(room, (index) => `"n${index}":1`)}}`)],
  ]
}

const PIECES = ['://x:', '://x:y@', 'bearer ', 'whsec_', 'svc_sk_', ' ', '1', 'a,', '::', '.', '-/', '\\\\']

const repeat = (piece: string, bytes: number): string => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)))

function list(bytes: number, item: (index: number) => string): string {
  const items: string[] = []
  for (let length = 0, index = 0; length < bytes - 12; index++) {
    const next = item(index)
    items.push(next)
    length += next.length + 1
  }
  return items.join(',')
}
