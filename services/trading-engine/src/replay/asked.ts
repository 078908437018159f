/** Requests as they are kept with their commands, and as commands take them: what was left out is null or absent. */
import {
  PROTECTIONS,
  type ProtectPosition,
  type Protection,
  type ProtectionName,
} from '../core/decide/decide-protect.js'
import type { MarketUpdateOptions, TrailedHighs } from '../core/decide/market/market-event.js'
import { BRACKET_LEGS, type Bracket, type BracketLeg } from '../core/decide/prepare-bracket.js'
import type { Highs } from '../core/model/account/peak.js'
import { price, usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'

/** The fields of `T` that were kept; those of these names that were not are null. */
export function withNulls<T extends object>(names: readonly (keyof T & string)[], asked: object): T {
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  return { ...nulls, ...asked } as unknown as T
}

export type AskedBracket = Readonly<Partial<Record<keyof Bracket, object>>>

export function legsOf(asked: AskedBracket): Bracket {
  const legs = BRACKET_LEGS.flatMap((name) => {
    const leg = asked[name]
    return leg === undefined ? [] : [[name, withNulls<BracketLeg>(['triggerPrice', 'price'], { terms: {}, ...leg })]]
  })
  return Object.fromEntries(legs) as Bracket
}

export interface AskedProtection extends Readonly<Partial<Record<ProtectionName, object>>> {
  readonly positionId: string
  /** Legs that were to be removed. */
  readonly removed: readonly ProtectionName[]
}

export function protectionOf({ positionId, removed, ...asked }: AskedProtection): ProtectPosition {
  const legs: Partial<Record<ProtectionName, Protection | null>> = {}
  for (const name of PROTECTIONS) {
    const leg = asked[name]
    if (removed.includes(name)) legs[name] = null
    else if (leg !== undefined) legs[name] = withNulls<Protection>(['triggerPrice', 'price', 'quantity'], leg)
  }
  return { positionId, ...legs }
}

export interface AskedMarket {
  readonly isLate?: boolean
  readonly seen?: Partial<Highs>
  readonly orders: readonly (readonly [id: string, price: bigint, at: Micros])[]
  readonly marks: readonly (readonly [at: Micros, mark: bigint, day: bigint | null])[]
}

export function marketUpdateOf({ isLate = false, seen, orders, marks }: AskedMarket): MarketUpdateOptions {
  const highs = (mark: bigint, day: bigint | null): TrailedHighs => ({
    mark: usd(mark),
    day: day === null ? null : usd(day),
  })
  return {
    isLate,
    seen: seen === undefined ? null : { mark: seen.mark ?? null, day: seen.day ?? null },
    reached: {
      orders: new Map(orders.map(([id, at, when]) => [id, { price: price(at), at: when }])),
      marks: new Map(marks.map(([at, mark, day]) => [at, highs(mark, day)])),
    },
  }
}
