/** OPERATORS: who may use the operator API. An entry a token: its name, its SHA-256 and a role. */
import { personKey, type Person } from './person.js'

/** `viewer` reads, `operator` also changes and proposes, `approver` also approves, and changes nothing else. */
export const OPERATOR_ROLES = ['viewer', 'operator', 'approver'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export interface OperatorToken extends Person {
  readonly role: OperatorRole
  /** SHA-256 of the token, in hex. */
  readonly hash: string
}

/** Letters of other alphabets look like these: a name in the audit must be read one way only. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ._@'-]{0,62}[A-Za-z0-9])?$/
const HASH = /^[0-9a-f]{64}$/
const SHORT_HASH_LENGTH = 16

type Entry = Omit<OperatorToken, 'tokens'>

/**
 * Entries are `name:sha256:role`, separated by commas or lines; `#` begins a comment.
 * @throws Error that names the entry
 */
export function parseOperators(text: string): readonly OperatorToken[] {
  const entries = text
    .replace(/#[^\n]*/g, '')
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)
  for (const [index, entry] of entries.entries())
    for (const earlier of entries.slice(0, index)) refuseClash(earlier, entry)
  return entries.map((entry) => ({
    ...entry,
    tokens: entries.filter(({ name }) => name === entry.name).map(({ hash }) => hash.slice(0, SHORT_HASH_LENGTH)),
  }))
}

function parseEntry(line: string, index: number): Entry {
  const fields = line.split(':').map((field) => field.trim())
  const [name = '', hash = '', role = ''] = fields
  const of = `entry ${index + 1}`
  if (fields.length !== 3) throw new Error(`${of} must be name:sha256:role`)
  if (!NAME.test(name))
    throw new Error(
      `${of}: a name is 1 to 64 of A-Z, a-z, 0-9, blank and . _ @ ' -, with a letter or digit at both ends`,
    )
  if (!HASH.test(hash)) throw new Error(`${of} (${name}): the SHA-256 of the token must be 64 digits of 0-9, a-f`)
  if (!isRole(role)) throw new Error(`${of} (${name}): the role must be one of ${OPERATOR_ROLES.join(', ')}`)
  return { name, hash, role }
}

const isRole = (text: string): text is OperatorRole => OPERATOR_ROLES.some((role) => role === text)

function refuseClash(one: Entry, other: Entry): void {
  if (one.hash === other.hash) throw new Error(`${one.name} and ${other.name} have the same token`)
  if (personKey(one.name) !== personKey(other.name)) return
  if (one.name !== other.name)
    throw new Error(`${one.name} and ${other.name} count as one person: write the name alike`)
  if (one.role !== other.role)
    throw new Error(`${one.name} has two roles, ${one.role} and ${other.role}: a person has one`)
}
