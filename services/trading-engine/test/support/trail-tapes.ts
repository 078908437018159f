/**
 * Random tapes of trailing stops, and an oracle that follows each stop by itself, in plain numbers and without the code
 * under test.
 */
import fc from 'fast-check'
import type { TrailTerms } from '../../src/core/model/order/trail.js'
import { price, rate } from '../../src/core/values/decimal.js'
import type { HeapItem } from '../../src/workers/heap.js'
import type { TrailLinks, TrailNode } from '../../src/workers/trail-node.js'
import { createTrailLadder } from '../../src/workers/trail-ladder.js'

const ONE = 10n ** 18n
const NO_PRICE = price(0n)

/** The links of a stop that is nowhere yet. */
export const unlinked = (): TrailLinks & HeapItem => ({
  ...{ place: -1, left: null, right: null, parent: null, weight: 0 },
  ...{ nearest: null, peak: NO_PRICE, own: null, trigger: NO_PRICE },
})

interface Order {
  readonly isShare: boolean
  /** In halves of a tick, or in basis points of the peak. */
  readonly distance: number
  /** In ticks; null: it trails from the beginning. */
  readonly activation: number | null
}

export interface Step {
  readonly jump: number
  readonly placed: readonly Order[]
  /** The place of the stop that is cancelled before the tick. */
  readonly cancelled: number | null
}

const anyOrder = fc.record({
  isShare: fc.boolean(),
  distance: fc.integer({ min: 1, max: 40 }),
  activation: fc.option(fc.integer({ min: 80, max: 120 })),
})
const anyStep = fc.record({
  jump: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -20, max: 20 })),
  placed: fc.array(anyOrder, { maxLength: 3 }),
  cancelled: fc.option(fc.nat(20)),
})
export const anyTape = fc.array(anyStep, { minLength: 5, maxLength: 60 })

/** A stop as the oracle follows it: signs are turned for a BUY, so that peaks are high and triggers below them. */
interface Followed {
  readonly id: number
  readonly order: Order
  best: number | null
}

/** Half to the even tick, at least one. */
function ticksFrom(order: Order, peak: number): number {
  const [numerator, denominator] = order.isShare ? [Math.abs(peak) * order.distance, 10_000] : [order.distance, 2]
  const down = Math.floor(numerator / denominator)
  const twice = 2 * (numerator - down * denominator)
  const isUp = twice > denominator || (twice === denominator && down % 2 === 1)
  return Math.max(1, down + (isUp ? 1 : 0))
}

export function oracle(tape: readonly Step[], sign: number): readonly string[] {
  const fired: string[] = []
  let [at, next] = [100, 0]
  let followed: Followed[] = []
  tape.forEach(({ jump, placed, cancelled }, tick) => {
    for (const order of placed) followed.push({ id: next++, order, best: null })
    if (cancelled !== null) followed = followed.filter((_, index) => index !== cancelled)
    at = Math.max(30, at + jump)
    const seen = sign * at
    followed = followed.filter((one) => {
      const { order, best } = one
      const starts = order.activation === null ? -Infinity : sign * order.activation
      if (best !== null && best >= starts) {
        const raw = best - ticksFrom(order, best)
        const trigger = sign > 0 ? Math.max(1, raw) : raw
        if (seen <= trigger) {
          fired.push(`${tick}: ${one.id} at ${sign * trigger}`)
          return false
        }
      }
      one.best = Math.max(best ?? -Infinity, seen)
      return true
    })
  })
  return fired.sort()
}

export interface Node extends TrailNode {
  readonly id: number
}

export function byLadder(tape: readonly Step[], side: 'SELL' | 'BUY'): readonly string[] {
  const tickSize = price(ONE)
  const ladders = { amount: createTrailLadder<Node>(side, tickSize), share: createTrailLadder<Node>(side, tickSize) }
  const fired: string[] = []
  let [at, next] = [100, 0]
  let working: { readonly node: Node; readonly isShare: boolean }[] = []
  tape.forEach(({ jump, placed, cancelled }, tick) => {
    for (const { isShare, distance, activation } of placed) {
      const terms: TrailTerms = {
        ...(isShare
          ? { offsetPct: rate((BigInt(distance) * ONE) / 100n) }
          : { offset: price((BigInt(distance) * ONE) / 2n) }),
        ...(activation === null ? {} : { activationPrice: price(BigInt(activation) * ONE) }),
      }
      const node: Node = { id: next++, terms, since: tick, ...unlinked() }
      ladders[isShare ? 'share' : 'amount'].add(node, null)
      working.push({ node, isShare })
    }
    const gone = cancelled === null ? undefined : working[cancelled]
    if (gone !== undefined) {
      ladders[gone.isShare ? 'share' : 'amount'].remove(gone.node)
      working = working.filter((one) => one !== gone)
    }
    at = Math.max(30, at + jump)
    for (const ladder of Object.values(ladders))
      ladder.pass(price(BigInt(at) * ONE), tick, (node, trigger) => {
        fired.push(`${tick}: ${node.id} at ${trigger / ONE}`)
        working = working.filter((one) => one.node !== node)
      })
  })
  return fired.sort()
}
