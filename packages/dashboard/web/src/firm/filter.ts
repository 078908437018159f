import { momentOf } from '../ui/forms/moment-field.js'

/** A field by which a list is filtered: its name in the address is the one that the service has for it. */
export type FilterField =
  | { readonly kind: 'text'; readonly label: string; readonly hint?: string; readonly isLong?: boolean }
  | { readonly kind: 'choice'; readonly label: string; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'from' | 'to' }

export type FilterFields = Readonly<Record<string, FilterField>>
export type FilterValues<Fields extends FilterFields> = { readonly [Name in keyof Fields]?: string }

/** The filter that an address asks for; what it cannot mean is left out. */
export function readFilter<Fields extends FilterFields>(params: URLSearchParams, fields: Fields): FilterValues<Fields> {
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const value = valueOf(field, params.get(name))
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(values) as FilterValues<Fields>
}

const TEXT_MAX = 128

function valueOf(field: FilterField, raw: string | null): string | undefined {
  const value = raw?.trim() ?? ''
  if (value === '') return undefined
  if (field.kind === 'text') return value.length <= TEXT_MAX ? value : undefined
  if (field.kind === 'choice') return Object.hasOwn(field.options, value) ? value : undefined
  return momentOf(value)
}

/** The address of a filter: only what is chosen. */
export const filterParams = (values: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )

interface Bounds {
  readonly from?: string
  readonly to?: string
}

/** Divides a filter into its bounds of time and the rest, as lists that are read by time take them. */
export function splitBounds<Values extends Bounds>({ from, to, ...filter }: Values) {
  return { bounds: { from, to }, filter }
}

/** The end of a page within bounds: where the page before has ended, else the bound. */
export const withinBounds = <Terms extends { readonly to?: string | undefined }>(
  { from, to }: Bounds,
  terms: Terms,
): Terms & { readonly from: string | undefined } => ({ ...terms, from, to: terms.to ?? to })
