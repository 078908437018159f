import type { Issue } from '@ats/contracts'
import { unknownField } from './unknown-fields.js'

/** Longer than any field of ours; of a longer one, this much is repeated. */
const NAME_LENGTH_MAX = 64

/** Shortens an untrusted name for a message. */
export const shownName = (name: string): string => name.slice(0, NAME_LENGTH_MAX)

export interface ScreenedValue {
  readonly value: unknown
  readonly issues: readonly Issue[]
  /** Fields, at all depths. */
  readonly fields: number
  /** Nulls were turned into `undefined`; `withoutUndefined` removes them after validation. */
  readonly hadNulls: boolean
}

interface Screening {
  readonly issues: Issue[]
  readonly keepNulls: boolean
  fields: number
  hadNulls: boolean
}

/**
 * Checks what no schema can see or would let through: text that Postgres or UTF-8 cannot hold, `__proto__` as a field
 * (the validator drops it without a word), and names too long to be repeated. Null fields become
 * `undefined`: absent where the schema knows the field, but still an error where it does not, so that a mistyped name
 * is never passed over. `path` is where the value stands in the body.
 */
export function sanitize(value: unknown, keepNulls: boolean, path: Path = []): ScreenedValue {
  const screening: Screening = { issues: [], keepNulls, fields: 0, hadNulls: false }
  const screened = screen(value, path, screening)
  const { issues, fields, hadNulls } = screening
  return { value: screened, issues, fields, hadNulls }
}

/** A copy without the fields whose value is undefined, at every depth. A value of a class, such as Date, is kept. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null || !isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries.map(([name, field]) => [name, withoutUndefined(field)]))
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown
  return prototype === Object.prototype || prototype === null
}

/** Free of control characters (NUL, line breaks, C1 among them) and of halves of surrogate pairs. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}

type Path = readonly (string | number)[]

/** The path of a field as joi writes it, cut to the length that issues show. */
const named = (path: Path): string =>
  shownName(
    path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .slice(1),
  )

function screen(value: unknown, path: Path, screening: Screening): unknown {
  if (typeof value === 'string') return screenText(value, path, screening)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => screen(item, [...path, index], screening))
  return screenFields(value, path, screening)
}

function screenText(text: string, path: Path, { issues }: Screening): string {
  if (isPlainText(text)) return text
  issues.push({
    path,
    code: 'string.characters',
    message: `${named(path)} must be without control characters and broken Unicode`,
  })
  return ''
}

function screenFields(fields: object, path: Path, screening: Screening): Record<string, unknown> {
  const screened: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields) as [string, unknown][]) {
    screening.fields += 1
    if (name === '__proto__' || name.length > NAME_LENGTH_MAX) {
      const shown = shownName(name)
      screening.issues.push({ path: [...path, shown], code: 'object.unknown', message: unknownField(shown) })
    } else if (field === null && !screening.keepNulls) {
      screening.hadNulls = true
      screened[name] = undefined
    } else {
      screened[name] = screen(field, [...path, name], screening)
    }
  }
  return screened
}
