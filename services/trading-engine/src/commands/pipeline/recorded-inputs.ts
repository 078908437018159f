/**
 * The inputs of a decision beside its account, as it is kept with its command: all that making it again needs
 * (docs/LABORATORY.md). Names are short, for there is one of these texts for each order.
 */
import type { Peak } from '../../core/model/order/trail.js'
import { price } from '../../core/values/decimal.js'

export interface RecordedInputs {
  /** The version of the account. */
  readonly v: number
  /** By how much the moment of the command is later than that of its decision, in microseconds; absent: it is not. */
  readonly n?: number
  /** Set: its answer writes decimals as text. */
  readonly w?: 1
  /** The request. */
  readonly a: unknown
  /** The ids it drew (`recorded-ids`). */
  readonly i?: string
  /** The prices it read (`recorded-quotes`). */
  readonly q?: readonly string[]
  /** Listings at ticks where they were not open. */
  readonly c?: readonly string[]
  /** Set: positions pay and receive funding. */
  readonly f?: 1
  /** Funding, by listing and moment. */
  readonly u?: readonly RecordedFunding[]
  /** Carry, by listing and moment. */
  readonly y?: readonly RecordedCarry[]
  readonly p?: readonly RecordedPeak[]
  /** The calendar of news (`news-digest`). */
  readonly e?: string
  /** The high-water mark and the high of the day, where a floor trails them within it. */
  readonly h?: readonly [mark: bigint, day: bigint | null]
  /** Trails and their triggers, by the order of the account's orders that have one: a load makes them older. */
  readonly t?: readonly RecordedTrail[]
  /** The rows that it read from the database, by statement, as JSON. */
  readonly d?: string
}

export type Row = Readonly<Record<string, unknown>>

/** Null: there was none. */
export type RecordedFunding = readonly [
  key: string,
  at: number,
  found: readonly [long: bigint, short: bigint, mark: bigint] | null,
]
export type RecordedCarry = readonly [
  key: string,
  at: number,
  found: readonly [long: bigint, short: bigint, source: string] | null,
]
/** The peak is null where it is the start. */
export type RecordedTrail = readonly [start: RecordedPoint, peak: RecordedPoint | null, trigger: bigint | null]

/** The peak of a trail. */
export type RecordedPoint = readonly [tick: number, price: bigint | null, priceTick: number | null]

export type RecordedPeak = readonly [
  key: string,
  watched: string,
  isHighest: 0 | 1,
  after: number,
  until: number,
  found: readonly [price: bigint, priceTick: number] | null,
]

export const writePoint = ({ tick, price: at, priceTick }: Peak): RecordedPoint => [tick, at, priceTick]

export const readPoint = ([tick, at, priceTick]: RecordedPoint): Peak => ({
  ...{ tick, priceTick, price: at === null ? null : price(at) },
})
