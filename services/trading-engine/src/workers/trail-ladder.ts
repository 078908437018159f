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
  /** Stops, with those that are marked as gone and not cleared yet. */
  readonly size: number
  /** A peak of null: it has had no price yet. */
  add(node: N, peak: Price | null): void
  /** To be called after a node was marked as gone. */
  noteGone(): void
  /** Hands on the stops that the price of a tick fires; then the price may be a new peak of the others. */
  pass(at: Price, until: Micros, onFired: (node: N, trigger: Price) => void): void
}

interface Waiting<N> {
  readonly node: N
  readonly at: Price
}

/** Below this, marked stops are not worth clearing out. */
const CLEARED_FROM = 64

export function createTrailLadder<N extends TrailNode>(side: Side, tickSize: Price): TrailLadder<N> {
  const isSell = side === 'SELL'
  const anyPrice = price(isSell ? 0n : LIMIT)
  const groups = createTrailGroups<N>(side, tickSize)
  /** Until their activation price, or any price. */
  const waiting = createHeap<Waiting<N>>(isSell ? (a, b) => a.at < b.at : (a, b) => a.at > b.at)
  let size = 0
  let gone = 0

  const put = (node: N, peak: Price | null): void => {
    if (peak !== null && isActiveAt(node.terms, side, peak)) groups.add(node, peak)
    else waiting.push({ node, at: node.terms.activationPrice ?? anyPrice })
  }

  const drop = ({ isGone }: N): void => {
    size -= 1
    if (isGone) gone -= 1
  }

  const fire = (at: Price, until: Micros, onFired: (node: N, trigger: Price) => void): void => {
    let early: Fired<N>[] | null = null
    for (let fired = groups.takeFired(at); fired !== null; fired = groups.takeFired(at)) {
      const { node, trigger } = fired
      if (!node.isGone && node.since > until) (early ??= []).push(fired)
      else {
        drop(node)
        if (!node.isGone) onFired(node, trigger)
      }
    }
    for (const { node, peak } of early ?? NONE) groups.add(node as N, peak)
  }

  const activate = (at: Price, until: Micros): void => {
    let early: Waiting<N>[] | null = null
    for (let top = waiting.top(); top !== undefined; top = waiting.top()) {
      if (isSell ? at < top.at : at > top.at) break
      waiting.pop()
      if (top.node.isGone) drop(top.node)
      else if (top.node.since > until) (early ??= []).push(top)
      else groups.add(top.node, at)
    }
    for (const one of early ?? []) waiting.push(one)
  }

  /** Marked stops may lie anywhere: once they are half of all, the others are put in place again. */
  const clear = (): void => {
    const kept = [...groups.takeAll()].filter(([node]) => !node.isGone)
    waiting.keep(({ node }) => !node.isGone)
    for (const [node, peak] of kept) groups.add(node, peak)
    size = kept.length + waiting.size
    gone = 0
  }

  return {
    get size() {
      return size
    },
    add(node, peak) {
      size += 1
      put(node, peak)
    },
    noteGone() {
      gone += 1
      if (gone >= CLEARED_FROM && gone * 2 >= size) clear()
    },
    pass(at, until, onFired) {
      fire(at, until, onFired)
      groups.raise(at)
      if (waiting.size > 0) activate(at, until)
    },
  }
}

const NONE: readonly Fired<TrailNode>[] = []
