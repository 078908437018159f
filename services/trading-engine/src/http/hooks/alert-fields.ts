/** The fields of an alert: where the template of its hook says they are, or under their own names. */
import {
  parseTemplate,
  type HookField,
  type HookLegField,
  type HookTemplate,
  type HookTrailField,
} from '@ats/contracts'
import type { BracketLegName } from '../../core/decide/prepare-bracket.js'
import type { AlertValues } from './alert-values.js'

/** The fields of a stop or a target, by their paths. */
export type LegField = `${BracketLegName}.${HookLegField}` | `stop_loss.trail.${HookTrailField}`
export type AlertField = HookField | LegField

export interface AlertFields {
  /** Undefined: the alert does not say. What a sender fills in with nothing is as if it was not sent. */
  readonly valueOf: (field: AlertField) => string | number | undefined
  /** Whether the alert, or the template in its place, has a part of that name, whatever is in it. */
  readonly hasPart: (name: BracketLegName | 'stop_loss.trail') => boolean
}

/** Names that senders use as well, where no template says otherwise. */
const ALSO: Readonly<Partial<Record<AlertField, string>>> = { symbol: 'ticker', time: 'timenow' }

export function fieldsOf(values: AlertValues, template: HookTemplate | null): AlertFields {
  if (template !== null)
    return {
      valueOf: (field) => {
        const text = valueAt(template, field)
        return typeof text === 'string' ? filled(text, values) : undefined
      },
      hasPart: (name) => valueAt(template, name) !== undefined,
    }
  return {
    valueOf: (field) =>
      scalarAt(values, field) ?? (ALSO[field] === undefined ? undefined : scalarAt(values, ALSO[field])),
    hasPart: (name) =>
      isPart(valueAt(values, name)) || Object.keys(values).some((known) => known.startsWith(`${name}.`)),
  }
}

/** Null and an empty text are what a sender has when there is nothing to say. */
const isPart = (value: unknown): boolean =>
  typeof value === 'object' ? value !== null : value !== undefined && scalar(value) !== undefined

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
  return direct ?? scalar(valueAt(values, name))
}

const valueAt = (of: unknown, path: string): unknown => path.split('.').reduce<unknown>(ownValue, of)

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
