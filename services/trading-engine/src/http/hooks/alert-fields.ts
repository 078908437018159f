/** The fields of an alert: where the template of its hook says they are, or under their own names. */
import { parseTemplate, type HookField, type HookTemplate } from '@ats/contracts'
import type { AlertValues } from './alert-values.js'

export type FieldOf = (field: HookField) => string | number | undefined

/** Names that senders use as well, where no template says otherwise. */
const ALSO: Readonly<Partial<Record<HookField, string>>> = { symbol: 'ticker', time: 'timenow' }

/** Undefined: the alert does not say. What a sender fills in with nothing is as if it was not sent. */
export function fieldsOf(values: AlertValues, template: HookTemplate | null): FieldOf {
  if (template === null)
    return (field) => scalarAt(values, field) ?? (ALSO[field] === undefined ? undefined : scalarAt(values, ALSO[field]))
  return (field) => {
    const text = Object.hasOwn(template, field) ? template[field] : undefined
    return text === undefined ? undefined : filled(text, values)
  }
}

/** A template's text with the values of the alert; undefined where one of them is missing. */
function filled(text: string, values: AlertValues): string | number | undefined {
  const pieces = parseTemplate(text) ?? []
  const parts = pieces.map((piece) => ('text' in piece ? piece.text : scalarAt(values, piece.name)))
  if (parts.length === 1) return parts[0]
  return parts.includes(undefined) ? undefined : parts.join('')
}

/** The value under that very name, or at that path of names. Only what the alert itself holds is looked at. */
function scalarAt(values: AlertValues, name: string): string | number | undefined {
  const direct = scalar(ownValue(values, name))
  return direct ?? scalar(name.split('.').reduce<unknown>(ownValue, values))
}

const ownValue = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined

function scalar(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}
