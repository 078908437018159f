/**
 * Sorts the trailing stops of one side by their peaks: a stop that began later has a peak that is no better, so that a
 * new peak is that of a last part of them. Whole subtrees take it in one step: a tick costs a logarithmic number of
 * steps, however many different peaks it passes, and each stop that it fires as many again.
 */
import type { Side } from '../core/model/order/side.js'
import { isBeyond, triggerAt } from '../core/model/order/trail.js'
import type { Price } from '../core/values/decimal.js'
import { adopt, join, nearestOf, putFirst, unlink, type TrailNode } from './trail-node.js'

export interface TrailTree<N extends TrailNode> {
  /** The trigger that a price meets first; null: there are no stops. */
  trigger(): Price | null
  /** The peak that a price passes first; null: there are no stops. */
  peak(): Price | null
  add(node: N, peak: Price): void
  remove(node: N): void
  /** The nearest stop that a price fires, taken out, with its trigger; null: it fires none. */
  takeFired(at: Price): Fired<N> | null
  /** A price that may be a new peak. */
  raise(at: Price): void
}

export interface Fired<N> {
  readonly node: N
  readonly peak: Price
  readonly trigger: Price
}

export function createTrailTree<N extends TrailNode>(side: Side, tickSize: Price): TrailTree<N> {
  const peaks = createPeaks(side, tickSize)
  let root: TrailNode | null = null
  let drawn = 0x2545_f491

  const draw = (): number => {
    drawn ^= drawn << 13
    drawn ^= drawn >>> 17
    drawn ^= drawn << 5
    return drawn >>> 2
  }

  const lastPeak = (): Price | null => {
    let top = root
    while (top !== null && top.own !== null && top.right !== null) top = top.right
    return top?.peak ?? null
  }

  const remove = (node: TrailNode): void => {
    const { parent } = node
    const rest = peaks.takeOut(node)
    if (parent === null) root = rest
  }

  return {
    trigger: () => root?.trigger ?? null,
    peak: lastPeak,
    add(node, peak) {
      node.weight = draw()
      root = peaks.put(root, node, peak)
      root.parent = null
    },
    remove,
    takeFired(at) {
      if (root === null || isBeyond(side, at, root.trigger)) return null
      const { trigger } = root
      let top: TrailNode = root
      while (top.own !== null && top.own !== trigger)
        top = top.left !== null && top.left.trigger === trigger ? top.left : (top.right ?? top)
      const node = top.own === null ? nearestOf(top) : top
      const fired = { node: node as N, peak: top.peak, trigger }
      remove(node)
      return fired
    },
    raise(at) {
      const last = lastPeak()
      if (root !== null && last !== null && isBeyond(side, at, last)) peaks.raise(root, at)
    },
  }
}

/** Keeps the peaks and triggers of a node and its children right. */
function createMarks(side: Side, tickSize: Price) {
  const isPassed = (peak: Price, at: Price): boolean => !isBeyond(side, peak, at)
  const triggerOf = (node: TrailNode, peak: Price): Price => triggerAt(node.terms, side, peak, tickSize)

  /** Gives all of the tree one peak. */
  const level = (top: TrailNode, peak: Price): TrailNode => {
    top.peak = peak
    top.own = null
    top.trigger = triggerOf(nearestOf(top), peak)
    return top
  }

  /** Lets its children say what they are themselves, so that one of them may become another. */
  const open = (top: TrailNode): void => {
    if (top.own !== null) return
    if (top.left !== null) level(top.left, top.peak)
    if (top.right !== null) level(top.right, top.peak)
    top.own = triggerOf(top, top.peak)
  }

  /** Finds the first trigger of a tree that has several peaks. */
  const lead = (top: TrailNode, own: Price): void => {
    const { left, right } = top
    let first = own
    if (left !== null && isBeyond(side, left.trigger, first)) first = left.trigger
    if (right !== null && isBeyond(side, right.trigger, first)) first = right.trigger
    top.trigger = first
  }

  const close = (top: TrailNode): TrailNode => {
    adopt(top)
    if (top.own !== null) lead(top, top.own)
    return top
  }

  return { isPassed, triggerOf, level, open, lead, close }
}

/** Puts trees together and takes them apart; a tree is given by its root. */
function createPeaks(side: Side, tickSize: Price) {
  const { isPassed, triggerOf, level, open, lead, close } = createMarks(side, tickSize)

  const merge = (before: TrailNode | null, after: TrailNode | null): TrailNode | null => {
    if (before === null || after === null) return before ?? after
    const isLevel = before.own === null && after.own === null && before.peak === after.peak
    const joined = isLevel ? join(before, after) : null
    if (joined !== null) return level(joined, before.peak)
    const isFirst = before.weight > after.weight
    const top = isFirst ? before : after
    open(top)
    if (isFirst) top.right = merge(top.right, after)
    else top.left = merge(before, top.left)
    return close(top)
  }

  /** Parts those with a better peak from those that the peak passes or reaches. */
  const split = (top: TrailNode | null, peak: Price): [TrailNode | null, TrailNode | null] => {
    if (top === null) return [null, null]
    const isLater = isPassed(top.peak, peak)
    if (top.own === null) return isLater ? [null, top] : [top, null]
    const [before, after] = split(isLater ? top.left : top.right, peak)
    if (isLater) top.left = after
    else top.right = before
    close(top)
    return isLater ? [before, top] : [top, after]
  }

  const put = (top: TrailNode | null, node: TrailNode, peak: Price): TrailNode => {
    if (top === null) return level(node, peak)
    if (top.own === null && top.peak === peak) return level(putFirst(top, node), peak)
    if (node.weight > top.weight) {
      ;[node.left, node.right] = split(top, peak)
      node.peak = peak
      node.own = triggerOf(node, peak)
      return close(node)
    }
    open(top)
    if (isPassed(top.peak, peak)) top.left = put(top.left, node, peak)
    else top.right = put(top.right, node, peak)
    return close(top)
  }

  const raise = (top: TrailNode, at: Price): void => {
    const { left, right } = top
    if (top.own === null) {
      if (isBeyond(side, at, top.peak)) level(top, at)
      return
    }
    if (!isPassed(top.peak, at)) {
      if (right !== null) raise(right, at)
    } else {
      if (left !== null) raise(left, at)
      if (left === null || (left.own === null && left.peak === at)) {
        level(top, at)
        return
      }
      if (right !== null) level(right, at)
      top.peak = at
      top.own = triggerOf(top, at)
    }
    lead(top, top.own)
  }

  /** Takes out a node; returns what has its place, the new root where it was one. */
  const takeOut = (node: TrailNode): TrailNode | null => {
    const { left, right, parent } = node
    let leveled: TrailNode | null = null
    for (let at: TrailNode | null = node; at !== null; at = at.parent) if (at.own === null) leveled = at
    const rest = leveled === null ? merge(left, right) : join(left, right)
    if (rest !== null) {
      rest.parent = parent
      if (leveled === node) level(rest, node.peak)
    }
    if (parent?.left === node) parent.left = rest
    else if (parent !== null) parent.right = rest
    let isWithin = leveled !== null && leveled !== node
    for (let at = parent; at !== null; at = at.parent) {
      const [nearest, trigger] = [at.nearest, at.trigger]
      adopt(at)
      if (at === leveled) level(at, at.peak)
      else if (!isWithin && at.own !== null) lead(at, at.own)
      if (at === leveled) isWithin = false
      if (at.nearest === nearest && (isWithin || at.trigger === trigger)) break
    }
    unlink(node)
    return rest
  }

  return { put, raise, takeOut }
}
