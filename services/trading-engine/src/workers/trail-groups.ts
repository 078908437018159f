/**
 * Groups of trailing stops with one peak each, of one side: on a stack by their peak, where the one that a price passes
 * next is last, and in a heap by the trigger of their nearest stop. A better price merges the groups that it passes.
 */
import type { Side } from '../core/model/order/side.js'
import { triggerAt } from '../core/model/order/trail.js'
import type { Price } from '../core/values/decimal.js'
import { createHeap } from './heap.js'
import { meld, takeOut, type TrailGroup, type TrailNode } from './trail-heap.js'

export interface TrailGroups<N extends TrailNode> {
  readonly add: (node: N, peak: Price) => void
  readonly remove: (node: N) => void
  /** The nearest stop that a price fires, taken out, with its trigger; null: it fires none. */
  readonly takeFired: (at: Price) => Fired<N> | null
  /** A price that may be a new peak. */
  readonly raise: (at: Price) => void
}

export interface Fired<N> {
  readonly node: N
  readonly peak: Price
  readonly trigger: Price
}

/** Below this many, groups that are no more are not worth clearing out of the stack. */
const CLEARED_FROM = 64

export function createTrailGroups<N extends TrailNode>(side: Side, tickSize: Price): TrailGroups<N> {
  const isSell = side === 'SELL'
  const reaches = (at: Price, peak: Price): boolean => (isSell ? at >= peak : at <= peak)
  const fires = (at: Price, trigger: Price): boolean => (isSell ? at <= trigger : at >= trigger)
  const stack: TrailGroup[] = []
  /** Groups that are no more and still lie within the stack. */
  let empty = 0
  const nearest = createHeap<TrailGroup>(isSell ? (a, b) => a.trigger > b.trigger : (a, b) => a.trigger < b.trigger)

  /** Gives the group its nearest stop, with the trigger by the group's peak. */
  const lead = (group: TrailGroup, root: TrailNode): void => {
    if (group.place >= 0) nearest.remove(group)
    group.root = root
    root.group = group
    group.trigger = triggerAt(root.terms, side, group.peak, tickSize)
    nearest.push(group)
  }

  const end = (group: TrailGroup): void => {
    nearest.remove(group)
    group.root = null
    empty += 1
    if (empty < CLEARED_FROM || empty * 2 < stack.length) return
    let kept = 0
    for (const one of stack) if (one.root !== null) stack[kept++] = one
    stack.length = kept
    empty = 0
  }

  /** The place of the first group that the peak has reached or passed; else the end. */
  const indexOf = (peak: Price): number => {
    let [low, high] = [0, stack.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const group = stack[middle]
      if (group !== undefined && !reaches(peak, group.peak)) low = middle + 1
      else high = middle
    }
    return low
  }

  const remove = (node: TrailNode): void => {
    const group = node.parent === null ? node.group : null
    const rest = takeOut(node)
    if (group === null) return
    if (rest === null) end(group)
    else lead(group, rest)
  }

  return {
    add(node, peak) {
      const at = indexOf(peak)
      const known = stack[at]
      if (known?.peak === peak && known.root !== null) {
        const root = meld(known.root, node)
        if (root !== known.root) lead(known, root)
        return
      }
      const group: TrailGroup = { peak, root: node, trigger: peak, place: -1 }
      if (at === stack.length) stack.push(group)
      else stack.splice(at, 0, group)
      lead(group, node)
    },
    remove,
    takeFired(at) {
      const group = nearest.top()
      if (group === undefined || group.root === null || !fires(at, group.trigger)) return null
      const fired = { node: group.root as N, peak: group.peak, trigger: group.trigger }
      remove(fired.node)
      return fired
    },
    raise(at) {
      const last = stack.at(-1)
      if (last === undefined || !reaches(at, last.peak)) return
      let root: TrailNode | null = null
      let count = 0
      for (let top = stack.at(-1); top !== undefined && reaches(at, top.peak); top = stack.at(-1)) {
        stack.pop()
        count += 1
        if (top.root === null) {
          empty -= 1
          continue
        }
        root = root === null ? top.root : meld(root, top.root)
        if (top === last) continue
        nearest.remove(top)
        top.root = null
      }
      if (root === null) return
      stack.push(last)
      if (count === 1 && last.peak === at) return
      last.peak = at
      lead(last, root)
    },
  }
}
