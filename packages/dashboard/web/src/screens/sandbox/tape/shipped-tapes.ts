import type { RecordedPrice } from '@ats/sdk/tape'
import type { Decimal } from '@ats/sdk/numbers/decimal'
import { targetPrice } from '../target-price.js'

/** Courses of a market to try a bot on: seconds from the start, and percent from the price at the start. */
const COURSES = {
  crash: [
    [0, '0'],
    [5, '-2'],
    [10, '-6'],
    [15, '-12'],
    [25, '-9'],
    [40, '-11'],
    [60, '-8'],
  ],
  rally: [
    [0, '0'],
    [10, '1.5'],
    [20, '4'],
    [30, '3'],
    [45, '7'],
    [60, '10'],
  ],
  gap: [
    [0, '0'],
    [9.5, '0.2'],
    [10, '-8'],
    [30, '-7'],
  ],
  whipsaw: [
    [0, '0'],
    [8, '3'],
    [16, '-3'],
    [24, '4'],
    [32, '-4'],
    [40, '2'],
    [48, '-2'],
    [60, '0'],
  ],
  bleed: [
    [0, '0'],
    [60, '-2'],
    [120, '-5'],
    [180, '-9'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [seconds: number, percent: string])[]>>

export type ShippedTape = keyof typeof COURSES
export const SHIPPED_TAPES = Object.keys(COURSES) as readonly ShippedTape[]

/** A course from the price of a market, on its grid. */
export const shippedTape = (
  name: ShippedTape,
  symbol: string,
  last: Decimal,
  tick: Decimal,
): readonly RecordedPrice[] =>
  COURSES[name].map(([seconds, percent]) => ({
    at: seconds * 1_000,
    symbol,
    price: targetPrice(last, percent, tick),
  }))
