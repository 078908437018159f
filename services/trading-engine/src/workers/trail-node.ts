/**
 * Stops as the nodes of a binary tree, those with the best peaks on its left. It is kept shallow by weights drawn for
 * the nodes, none heavier than its parent (R. Seidel and C. R. Aragon, "Randomized search trees", 1996). Each node
 * knows the stop with the smallest distance of its subtree.
 */
import type { TrailTerms } from '../core/model/order/trail.js'
import type { Price } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'
import type { HeapItem } from './heap.js'

/** A stop, and its place: among those that wait for their activation price, or in a tree. */
export interface TrailNode extends HeapItem, TrailLinks {
  readonly terms: TrailTerms
  /** The market reaches it from here on. */
  readonly since: Micros
}

export interface TrailLinks {
  left: TrailNode | null
  right: TrailNode | null
  /** Null for a root, and while it is in no tree. */
  parent: TrailNode | null
  weight: number
  /** That with the smallest distance of those below it, where none is smaller than its own; null: itself. */
  nearest: TrailNode | null
  /** Its own, and where `own` is null that of all below it: what those say themselves is out of date then. */
  peak: Price
  /** Its own trigger; null: all of the subtree have one peak. */
  own: Price | null
  /** That of the subtree which a price meets first. */
  trigger: Price
}

export function unlink(node: TrailNode): void {
  node.left = null
  node.right = null
  node.parent = null
  node.nearest = null
  node.own = null
}

/** In one ladder all distances are amounts, or all are percentages. */
const distanceOf = ({ terms }: TrailNode): bigint => terms.offset ?? terms.offsetPct ?? 0n

export const nearestOf = (node: TrailNode): TrailNode => node.nearest ?? node

/** Takes its children for its own, and finds its nearest stop again. */
export function adopt(node: TrailNode): void {
  const { left, right } = node
  let [nearest, least]: [TrailNode, bigint | null] = [node, null]
  if (left !== null) {
    left.parent = node
    const distance = distanceOf(nearestOf(left))
    if (distance < (least ??= distanceOf(node))) [nearest, least] = [nearestOf(left), distance]
  }
  if (right !== null) {
    right.parent = node
    if (distanceOf(nearestOf(right)) < (least ?? distanceOf(node))) nearest = nearestOf(right)
  }
  node.nearest = nearest === node ? null : nearest
}

/** One tree of two, all of the first before all of the second, where peaks and triggers need no care. */
export function join(before: TrailNode | null, after: TrailNode | null): TrailNode | null {
  if (before === null || after === null) return before ?? after
  const isFirst = before.weight > after.weight
  if (isFirst) before.right = join(before.right, after)
  else after.left = join(before, after.left)
  const top = isFirst ? before : after
  adopt(top)
  return top
}

/** Puts a stop before all others of a tree, where peaks and triggers need no care. */
export function putFirst(top: TrailNode, node: TrailNode): TrailNode {
  const isOver = node.weight > top.weight
  if (isOver) node.right = top
  else top.left = top.left === null ? node : putFirst(top.left, node)
  const over = isOver ? node : top
  adopt(over)
  return over
}
