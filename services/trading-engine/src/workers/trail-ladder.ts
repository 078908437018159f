/** Trailing stops of one listing, watched price, side and kind of distance. */
import type { Side } from '../core/model/order/side.js'
import { isActiveAt, isBeyond } from '../core/model/order/trail.js'
import { LIMIT, price, type Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import { createHeap } from './heap.js'
import type { TrailNode } from './trail-node.js'
import { createTrailTree, type Fired } from './trail-tree.js'

export interface TrailLadder<N extends TrailNode> {
  /** No price above the first and below the second does anything; null: none does, however low or high. */
  between(): readonly [from: Price | null, to: Price | null]
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
  const tree = createTrailTree<N>(side, tickSize)
  const activationOf = ({ terms }: N): Price => terms.activationPrice ?? anyPrice
  /** Until their activation price, or any price. */
  const waiting = createHeap<N>(
    isSell ? (a, b) => activationOf(a) < activationOf(b) : (a, b) => activationOf(a) > activationOf(b),
  )

  const fire = (at: Price, until: Micros, onFired: (node: N, trigger: Price) => void): void => {
    let early: Fired<N>[] | null = null
    for (let fired = tree.takeFired(at); fired !== null; fired = tree.takeFired(at)) {
      if (fired.node.since > until) (early ??= []).push(fired)
      else onFired(fired.node, fired.trigger)
    }
    for (const { node, peak } of early ?? NONE) tree.add(node as N, peak)
  }

  const activate = (at: Price, until: Micros): void => {
    let early: N[] | null = null
    for (let top = waiting.top(); top !== undefined; top = waiting.top()) {
      const from = activationOf(top)
      if (isSell ? at < from : at > from) break
      waiting.remove(top)
      if (top.since > until) (early ??= []).push(top)
      else tree.add(top, at)
    }
    for (const one of early ?? []) waiting.push(one)
  }

  /** Returns what a peak has to pass, and a price to reach. */
  const passedFirst = (): Price | null => {
    const [peak, top] = [tree.peak(), waiting.top()]
    const beyond = peak === null ? null : price(isSell ? peak + 1n : peak - 1n)
    const activation = top === undefined ? null : activationOf(top)
    return beyond === null || (activation !== null && isBeyond(side, beyond, activation)) ? activation : beyond
  }

  return {
    between: () => (isSell ? [tree.trigger(), passedFirst()] : [passedFirst(), tree.trigger()]),
    add(node, peak) {
      if (peak !== null && isActiveAt(node.terms, side, peak)) tree.add(node, peak)
      else waiting.push(node)
    },
    remove(node) {
      if (node.place >= 0) waiting.remove(node)
      else tree.remove(node)
    },
    pass(at, until, onFired) {
      fire(at, until, onFired)
      tree.raise(at)
      if (waiting.size > 0) activate(at, until)
    },
  }
}

const NONE: readonly Fired<TrailNode>[] = []
