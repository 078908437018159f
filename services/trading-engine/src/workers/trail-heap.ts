/**
 * Stops with one peak as a pairing heap, nearest distance on top: two heaps become one in a single step, and the top is
 * taken off in a logarithmic number of them, taken together. Links are in the nodes themselves.
 */
import type { TrailTerms } from '../core/model/order/trail.js'
import type { Micros } from '../core/values/time.js'

/** A stop, and its place in its heap. */
export interface TrailNode {
  readonly terms: TrailTerms
  /** The market reaches it from here on. */
  readonly since: Micros
  isGone: boolean
  child: TrailNode | null
  next: TrailNode | null
}

/** In one ladder all distances are amounts, or all are percentages. */
const distanceOf = ({ terms }: TrailNode): bigint => terms.offset ?? terms.offsetPct ?? 0n

/** Two heaps become one: the farther root becomes a child of the nearer one. */
export function meld<N extends TrailNode>(a: N, b: N): N {
  const isFarther = distanceOf(b) < distanceOf(a)
  const near = isFarther ? b : a
  const far = isFarther ? a : b
  far.next = near.child
  near.child = far
  return near
}

/** The heap without its root, which stands alone then; null when it was the last. */
export function withoutRoot<N extends TrailNode>(root: N): N | null {
  let left = root.child as N | null
  root.child = null
  let pairs: N | null = null
  while (left !== null) {
    const first = left
    const second = first.next as N | null
    left = (second?.next ?? null) as N | null
    first.next = null
    if (second !== null) second.next = null
    const pair = second === null ? first : meld(first, second)
    pair.next = pairs
    pairs = pair
  }
  let rest: N | null = null
  while (pairs !== null) {
    const pair = pairs
    pairs = pair.next as N | null
    pair.next = null
    rest = rest === null ? pair : meld(rest, pair)
  }
  return rest
}

/** All of a heap, each standing alone; in a list of their own, for they are linked again. */
export function nodesOf<N extends TrailNode>(root: N): readonly N[] {
  const found: N[] = []
  const left: TrailNode[] = [root]
  for (let first = left.pop(); first !== undefined; first = left.pop()) {
    for (let node: TrailNode | null = first; node !== null;) {
      const after: TrailNode | null = node.next
      if (node.child !== null) left.push(node.child)
      node.child = null
      node.next = null
      found.push(node as N)
      node = after
    }
  }
  return found
}
