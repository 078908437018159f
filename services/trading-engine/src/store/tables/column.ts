/**
 * A table that decisions write has its columns in one place: name, SQL type and where the value comes from. The
 * writer's statement and its parameters are both made of them, and so is the type of the rows that are read. Postgres
 * gives numerics, bigints and times as text.
 */
import {
  formatDecimal,
  parseDecimal,
  price,
  quantity,
  rate,
  usd,
  type Price,
  type Quantity,
  type Rate,
  type Usd,
} from '../../core/values/decimal.js'
import { assertInvariant } from '../../core/values/invariant.js'
import { formatTimestamp, parseTimestamp, type Micros } from '../../core/values/time.js'

export type SqlValue = string | number | boolean | null

export interface Column<T, N extends string = string> {
  readonly name: N
  readonly type: string
  readonly value: (row: T) => SqlValue
  /** Rewritten when the row exists already. */
  readonly isMutable?: true
  /** Keeps the higher of what is there and what is written. */
  readonly isRising?: true
  /** The same as long as the other column stays what it is. */
  readonly isRisingWithin?: string
  /** The text is JSON itself: it goes into the statement's JSON as it is. `OBJECT`: of an object, on one line. */
  readonly isJson?: true | 'OBJECT'
}

/** A row as it is read. */
export type RowOf<C extends readonly Column<never>[]> = Readonly<Record<C[number]['name'], unknown>>

/** Makes the columns of a table from the values that are written. */
export function columnsOf<T>() {
  const plain =
    <V extends SqlValue>(type: string, flags?: Pick<Column<T>, 'isJson'>) =>
    <N extends string>(name: N, value: (row: T) => V): Column<T, N> => ({ name, type, value, ...flags })
  const written =
    <V>(type: string, write: (value: V) => string) =>
    <N extends string>(name: N, valueOf: (row: T) => V | null): Column<T, N> => ({
      name,
      type,
      value: (row) => {
        const value = valueOf(row)
        return value === null ? null : write(value)
      },
    })
  return {
    uuid: plain<string | null>('uuid'),
    text: plain<string | null>('text'),
    flag: plain<boolean | null>('boolean'),
    int2: plain<number>('smallint'),
    int4: plain<number>('integer'),
    int8: plain<number | null>('bigint'),
    date: plain<string>('date'),
    json: plain<string | null>('text', { isJson: true }),
    jsonObject: plain<string | null>('text', { isJson: 'OBJECT' }),
    jsonb: plain<string | null>('jsonb', { isJson: true }),
    time: written<Micros>('timestamptz', formatTimestamp),
    numeric: written<bigint>('numeric', formatDecimal),
    bytea: written<Buffer>('bytea', (bytes) => `\\x${bytes.toString('hex')}`),
  }
}

export const mutable = <T, N extends string>(column: Column<T, N>): Column<T, N> => ({ ...column, isMutable: true })
export const rising = <T, N extends string>(column: Column<T, N>): Column<T, N> => ({ ...column, isRising: true })

export const risingWithin = <T, N extends string>(other: string, column: Column<T, N>): Column<T, N> => ({
  ...column,
  isRisingWithin: other,
})

export const textOf = (value: unknown): string => {
  assertInvariant(typeof value === 'string', 'the column holds text')
  return value
}
export const optional = <T>(value: unknown, of: (value: unknown) => T): T | null => (value === null ? null : of(value))

const scaledOf = (value: unknown): bigint => {
  const scaled = parseDecimal(textOf(value))
  assertInvariant(scaled !== null, 'the column holds a decimal')
  return scaled
}
export const usdOf = (value: unknown): Usd => usd(scaledOf(value))
export const priceOf = (value: unknown): Price => price(scaledOf(value))
export const quantityOf = (value: unknown): Quantity => quantity(scaledOf(value))
export const rateOf = (value: unknown): Rate => rate(scaledOf(value))

/** Postgres writes `YYYY-MM-DD HH:MM:SS[.ffffff]` and the session's offset, whole hours without their minutes. */
export const microsOf = (value: unknown): Micros => {
  const text = textOf(value)
  const at = parseTimestamp(/[+-]\d{2}$/.test(text) ? `${text}:00` : text)
  assertInvariant(at !== null, 'the column holds a timestamp')
  return at
}
