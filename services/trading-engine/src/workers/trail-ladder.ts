/**
 * Trailing stops of one listing, watched price, side and kind of distance. A tick costs as many steps as it merges
 * groups of them, and each group is merged once; one that fires nothing and is no new peak looks at the top of each.
 */
import type { Side } from '../core/model/order/side.js'
import { isActiveAt } from '../core/model/order/trail.js'
import { LIMIT, price, type Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { createHeap } from './heap.js'
import { createTrailGroups, type Fired } from './trail-groups.js'
import type { TrailNode } from './trail-heap.js'

export interface TrailLadder<N extends TrailNode> {
  /** A peak of null: it has had no price yet. */
  add(node: N, peak: Price | null): void
  /** The node must have been added, and not have fired. */
  remove(node: N): void
  /** Hands on the stops that the price of a tick fires; then the price may be a new peak of the others. */
  pass(at: Price, until: Micros, onFired: (node: N, trigger: Price) => void): void
}

export function createTrailLadder<N extends TrailNode>(side: Side, tickSize: Price): TrailLadder<N> {
  const isSell = side === 'SELL'
  const anyPrice = price(isSell ? 0n : LIMIT)
  const groups = createTrailGroups<N>(side, tickSize)
  const activationOf = ({ terms }: N): Price => terms.activationPrice ?? anyPrice
  /** Until their activation price, or any price. */
  const waiting = createHeap<N>(
    isSell ? (a, b) => activationOf(a) < activationOf(b) : (a, b) => activationOf(a) > activationOf(b),
  )

  const fire = (at: Price, until: Micros, onFired: (node: N, trigger: Price) => void): void => {
    let early: Fired<N>[] | null = null
    for (let fired = groups.takeFired(at); fired !== null; fired = groups.takeFired(at)) {
      if (fired.node.since > until) (early ??= []).push(fired)
      else onFired(fired.node, fired.trigger)
    }
    for (const { node, peak } of early ?? NONE) groups.add(node as N, peak)
  }

  const activate = (at: Price, until: Micros): void => {
    let early: N[] | null = null
    for (let top = waiting.top(); top !== undefined; top = waiting.top()) {
      const from = activationOf(top)
      if (isSell ? at < from : at > from) break
      waiting.remove(top)
      if (top.since > until) (early ??= []).push(top)
      else groups.add(top, at)
    }
    for (const one of early ?? []) waiting.push(one)
  }

  return {
    add(node, peak) {
      if (peak !== null && isActiveAt(node.terms, side, peak)) groups.add(node, peak)
      else waiting.push(node)
    },
    remove(node) {
      if (node.place >= 0) waiting.remove(node)
      else groups.remove(node)
    },
    pass(at, until, onFired) {
      fire(at, until, onFired)
      groups.raise(at)
      if (waiting.size > 0) activate(at, until)
    },
  }
}

const NONE: readonly Fired<TrailNode>[] = []
