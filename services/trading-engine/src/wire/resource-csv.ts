/** Resources of the API as lines of CSV: a column for each field, named alike; amounts are exact. */
import type { Codec } from './codec/codec.js'
import { csvLine } from './csv.js'
import { asText } from './decimals.js'

export interface ResourceCsv<M> {
  /** The names of the columns. */
  readonly head: string
  readonly line: (model: M) => string
}

/** A field that is null or absent is an empty cell, a list of texts has blanks between them, an object is JSON. */
export function resourceCsv<M>(codec: Codec<M>, without: readonly string[] = []): ResourceCsv<M> {
  const names = Object.keys(codec.fields).filter((name) => !without.includes(name))
  return {
    head: csvLine(names),
    line(model) {
      const value = codec.value(model, asText)
      return csvLine(names.map((name) => cellOf(value[name])))
    },
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

/** The columns of both, one after another. */
export const joinCsv = <M, P>(
  first: ResourceCsv<P>,
  part: (model: M) => P,
  second: ResourceCsv<M>,
): ResourceCsv<M> => ({
  head: `${first.head.trimEnd()},${second.head}`,
  line: (model) => `${first.line(part(model)).trimEnd()},${second.line(model)}`,
})
