/**
 * Groups of trailing stops with one peak each, of one side: on a stack by their peak, where the one that a price passes
 * next is last, and in a heap by the trigger of their nearest stop. A better price merges the groups that it passes.
 */
import type { Side } from '../core/model/order/side.js'
import { triggerAt } from '../core/model/order/trail.js'
import type { Price } from '../core/values/decimal.js'
import { createHeap } from './heap.js'
import { meld, nodesOf, withoutRoot, type TrailNode } from './trail-heap.js'

export interface TrailGroups<N extends TrailNode> {
  readonly add: (node: N, peak: Price) => void
  /** The nearest stop that a price fires, taken out, with its trigger; null: it fires none. */
  readonly takeFired: (at: Price) => Fired<N> | null
  /** A price that may be a new peak. */
  readonly raise: (at: Price) => void
  /** Takes out all stops, those that are marked as gone among them. */
  readonly takeAll: () => Iterable<readonly [node: N, peak: Price]>
}

export interface Fired<N> {
  readonly node: N
  readonly peak: Price
  readonly trigger: Price
}

interface Group<N> {
  peak: Price
  /** The nearest stop; null once the group is no more. */
  root: N | null
  /** Where the heap has it; another one is out of date. */
  trigger: Price
}

interface Placed<N> {
  readonly group: Group<N>
  readonly trigger: Price
}

/** Below this, places that are out of date are not worth clearing out. */
const CLEARED_FROM = 64

export function createTrailGroups<N extends TrailNode>(side: Side, tickSize: Price): TrailGroups<N> {
  const isSell = side === 'SELL'
  const reaches = (at: Price, peak: Price): boolean => (isSell ? at >= peak : at <= peak)
  const fires = (at: Price, trigger: Price): boolean => (isSell ? at <= trigger : at >= trigger)
  const stack: Group<N>[] = []
  /** Groups that are no more and still lie within the stack. */
  let empty = 0
  const placed = createHeap<Placed<N>>(isSell ? (a, b) => a.trigger > b.trigger : (a, b) => a.trigger < b.trigger)

  const place = (group: Group<N>, root: N): void => {
    group.root = root
    group.trigger = triggerAt(root.terms, side, group.peak, tickSize)
    placed.push({ group, trigger: group.trigger })
    if (placed.size > CLEARED_FROM && placed.size > 2 * stack.length)
      placed.keep(({ group: of, trigger }) => of.root !== null && of.trigger === trigger)
  }

  const end = (group: Group<N>): void => {
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

  return {
    add(node, peak) {
      const at = indexOf(peak)
      const known = stack[at]
      if (known?.peak === peak && known.root !== null) {
        const root = meld(known.root, node)
        if (root !== known.root) place(known, root)
        return
      }
      const group: Group<N> = { peak, root: node, trigger: peak }
      if (at === stack.length) stack.push(group)
      else stack.splice(at, 0, group)
      place(group, node)
    },
    takeFired(at) {
      for (let top = placed.top(); top !== undefined && fires(at, top.trigger); top = placed.top()) {
        placed.pop()
        const { group, trigger } = top
        const { root: node, peak } = group
        if (node === null || group.trigger !== trigger) continue
        const rest = withoutRoot(node)
        if (rest === null) end(group)
        else place(group, rest)
        return { node, peak, trigger }
      }
      return null
    },
    raise(at) {
      const last = stack.at(-1)
      if (last === undefined || !reaches(at, last.peak)) return
      let root: N | null = null
      let count = 0
      for (let top = stack.at(-1); top !== undefined && reaches(at, top.peak); top = stack.at(-1)) {
        stack.pop()
        if (top.root === null) empty -= 1
        else root = root === null ? top.root : meld(root, top.root)
        if (top !== last) top.root = null
        count += 1
      }
      if (root === null) return
      stack.push(last)
      if (count === 1 && last.peak === at) return
      last.peak = at
      place(last, root)
    },
    *takeAll() {
      const groups = stack.splice(0)
      placed.keep(() => false)
      empty = 0
      for (const { root, peak } of groups) if (root !== null) for (const node of nodesOf(root)) yield [node, peak]
    },
  }
}
