import type { Schema } from '../../api/openapi-document.js'
import type { Field, Operation } from './operations.js'

/** The content of the form, as it is typed: by the place and the name of each field. */
export type Values = Readonly<Record<string, string>>

export const keyOf = ({ place, name }: Pick<Field, 'place' | 'name'>): string => `${place}.${name}`

export type FieldKind = 'choice' | 'json' | 'text'

/** How a field is filled in: chosen, as JSON, or as text. */
export function kindOf({ enum: values, type, anyOf = [] }: Schema): FieldKind {
  if (values !== undefined || isOf(type, 'boolean')) return 'choice'
  const types = anyOf.length > 0 ? anyOf.map((one) => one.type) : [type]
  return types.some((one) => isOf(one, 'object') || isOf(one, 'array')) ? 'json' : 'text'
}

export const choicesOf = ({ enum: values }: Schema): readonly string[] =>
  values === undefined ? ['true', 'false'] : values.map(String)

const isOf = (type: Schema['type'], wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted))

/** Whether its JSON is a number and cannot be text. */
const isNumber = ({ type, anyOf = [] }: Schema): boolean =>
  anyOf.length > 0 ? anyOf.every(isNumber) : isOf(type, 'number') || isOf(type, 'integer')

const isTextual = ({ type, anyOf = [] }: Schema): boolean =>
  anyOf.length > 0 ? anyOf.some(isTextual) : isOf(type, 'string')

/** The user's own things, with which an example is a request that works. */
export interface Known {
  readonly accountId: string | null
}

/** Values for fields whose schema has none. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ...{ symbol: 'BTC-USD', symbols: 'BTC-USD', ticker: 'BTC-USD', quantity: '0.01', leverage: '5' },
  ...{ timeout_ms: '60000', plan_id: 'standard-100k', label: 'My bot' },
}

/** An example of what is required, so that most operations can be sent as they are first shown. */
export function exampleValues({ fields }: Pick<Operation, 'fields'>, known: Known): Values {
  return Object.fromEntries(
    fields
      .filter(({ isRequired }) => isRequired)
      .map((field) => [keyOf(field), asTyped(exampleOf(field.name, field.schema, known))]),
  )
}

const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function exampleOf(name: string, schema: Schema, known: Known): unknown {
  if (name === 'account_id') return known.accountId ?? ''
  if (name in EXAMPLES) return EXAMPLES[name]
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (isOf(schema.type, 'array')) return schema.items === undefined ? [] : [exampleOf('', schema.items, known)]
  if (isOf(schema.type, 'boolean')) return false
  if (!isOf(schema.type, 'object')) return ''
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(required.map((inner) => [inner, exampleOf(inner, properties[inner] ?? {}, known)]))
}

/** The body that the form makes, as JSON. Numbers stay as they were typed, to the last digit. */
export function bodyOf({ fields }: Pick<Operation, 'fields'>, values: Values): string {
  const parts = fields
    .filter(({ place }) => place === 'body')
    .flatMap((field) => {
      const typed = (values[keyOf(field)] ?? '').trim()
      return typed === '' ? [] : [`  ${JSON.stringify(field.name)}: ${literalOf(field.schema, typed)}`]
    })
  return parts.length === 0 ? '{}' : `{\n${parts.join(',\n')}\n}`
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function literalOf(schema: Schema, typed: string): string {
  if (kindOf(schema) === 'json' && isJson(typed)) return typed.replaceAll('\n', '\n  ')
  if (isOf(schema.type, 'boolean') && /^(?:true|false)$/.test(typed)) return typed
  if (typed === 'null' && isOf(schema.type, 'null')) return typed
  if (NUMBER.test(typed) && isNumber(schema) && !isTextual(schema)) return typed
  return JSON.stringify(typed)
}

/** The fields of a body that was typed as JSON; null when it is no object. */
export function valuesOfBody({ fields }: Pick<Operation, 'fields'>, text: string): Values | null {
  if (!isJson(text)) return null
  const body = JSON.parse(text) as unknown
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  return Object.fromEntries(
    fields
      .filter(({ place, name }) => place === 'body' && name in body)
      .map((field) => [keyOf(field), asTyped((body as Record<string, unknown>)[field.name])]),
  )
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The fields that have to be filled in before the request can be sent. */
export const missingFields = ({ fields }: Pick<Operation, 'fields'>, values: Values, isBodyTyped: boolean) =>
  fields.filter(
    (field) =>
      field.isRequired && !(isBodyTyped && field.place === 'body') && (values[keyOf(field)] ?? '').trim() === '',
  )

/** The values with the name of each field that still has to be filled in: `ORDER_ID`. */
export function withPlaceholders(operation: Pick<Operation, 'fields'>, values: Values): Values {
  const missing = missingFields(operation, values, false).map((field) => [keyOf(field), field.name.toUpperCase()])
  return { ...values, ...(Object.fromEntries(missing) as Values) }
}

/** The path and the query of the request, as its service has them. */
export function targetOf({ path, fields }: Pick<Operation, 'path' | 'fields'>, values: Values): string {
  const valueOf = (field: Field): string => (values[keyOf(field)] ?? '').trim()
  const filled = fields
    .filter(({ place }) => place === 'path')
    .reduce((target, field) => target.replace(`{${field.name}}`, encodeURIComponent(valueOf(field))), path)
  const query = fields
    .filter((field) => field.place === 'query' && valueOf(field) !== '')
    .map((field) => `${encodeURIComponent(field.name)}=${encodeURIComponent(valueOf(field))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
