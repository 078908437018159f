/**
 * Stops with one peak as a leftist heap, nearest distance on top: to make one heap of two, and to take any stop out,
 * costs a logarithmic number of steps each time, so that no single tick pays for those before it (C. A. Crane, "Linear
 * lists and priority queues as balanced binary trees", 1972). Links are in the nodes themselves.
 */
import type { TrailTerms } from '../core/model/order/trail.js'
import type { Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import type { HeapItem } from './heap.js'

/** A stop, and its place: among those that wait for their activation price, or in the heap of a group. */
export interface TrailNode extends HeapItem, TrailLinks {
  readonly terms: TrailTerms
  /** The market reaches it from here on. */
  readonly since: Micros
}

interface TrailLinks {
  left: TrailNode | null
  right: TrailNode | null
  /** Null for a root, and while it is in no heap. */
  parent: TrailNode | null
  /** Nodes on the way down to the right: never more than to the left. */
  rank: number
  /** A root's own; of other nodes it may be out of date. */
  group: TrailGroup | null
}

/** The stops with one peak. */
export interface TrailGroup extends HeapItem {
  peak: Price
  /** The nearest stop; null once the group is no more. */
  root: TrailNode | null
  /** That of the nearest stop. */
  trigger: Price
}

/** The links of a stop that is nowhere yet. */
export const unlinked = (): TrailLinks & HeapItem => ({
  ...{ place: -1, left: null, right: null, parent: null, rank: 1, group: null },
})

/** In one ladder all distances are amounts, or all are percentages. */
const distanceOf = ({ terms }: TrailNode): bigint => terms.offset ?? terms.offsetPct ?? 0n
const rankOf = (node: TrailNode | null): number => node?.rank ?? 0

/** Two heaps become one; both are given by their roots. */
export function meld(a: TrailNode, b: TrailNode): TrailNode {
  const isFarther = distanceOf(b) < distanceOf(a)
  const near = isFarther ? b : a
  const far = isFarther ? a : b
  near.right = near.right === null ? far : meld(near.right, far)
  near.right.parent = near
  settle(near)
  return near
}

/** Puts the longer way on the left. False: the rank is as it was. */
function settle(node: TrailNode): boolean {
  const { left, right } = node
  if (rankOf(left) < rankOf(right)) [node.left, node.right] = [right, left]
  const rank = rankOf(node.right) + 1
  if (node.rank === rank) return false
  node.rank = rank
  return true
}

/** Takes out a node, which then stands alone; returns what has its place, the new root where it was one. */
export function takeOut(node: TrailNode): TrailNode | null {
  const { left, right, parent } = node
  const rest = left === null || right === null ? (left ?? right) : meld(left, right)
  if (rest !== null) rest.parent = parent
  if (parent?.left === node) parent.left = rest
  else if (parent !== null) parent.right = rest
  for (let at = parent; at !== null && settle(at); at = at.parent);
  Object.assign(node, unlinked())
  return rest
}
