/** A heap stays in order, and short on its way down to the right, whatever is put in and taken out. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { price } from '../core/values/decimal.js'
import { meld, takeOut, unlinked, type TrailNode } from './trail-heap.js'

const nodeAt = (distance: number): TrailNode => ({
  ...{ terms: { offset: price(BigInt(distance)) }, since: 0, ...unlinked() },
})

/** Nodes of the heap, from the root; throws where its order, its ranks or its links are wrong. */
function nodesOf(node: TrailNode | null, parent: TrailNode | null = null): readonly TrailNode[] {
  if (node === null) return []
  const [left, right] = [node.left?.rank ?? 0, node.right?.rank ?? 0]
  expect(node.parent).toBe(parent)
  expect(node.rank).toBe(right + 1)
  expect(left).toBeGreaterThanOrEqual(right)
  if (parent !== null) expect(Number(node.terms.offset)).toBeGreaterThanOrEqual(Number(parent.terms.offset))
  return [node, ...nodesOf(node.left, node), ...nodesOf(node.right, node)]
}

test('a heap is in order after any sequence of additions and removals', () => {
  const step = fc.record({ added: fc.array(fc.nat(50), { maxLength: 6 }), taken: fc.option(fc.nat(1_000)) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let root: TrailNode | null = null
      let held: TrailNode[] = []
      for (const { added, taken } of steps) {
        const nodes = added.map(nodeAt)
        // As two groups become one: the new stops are a heap of their own first.
        const group = nodes.reduce<TrailNode | null>((all, node) => (all === null ? node : meld(all, node)), null)
        if (group !== null) root = root === null ? group : meld(root, group)
        held = [...held, ...nodes]
        const one = taken === null ? undefined : held[taken % held.length]
        if (one !== undefined) {
          const rest = takeOut(one)
          if (one === root) root = rest
          held = held.filter((node) => node !== one)
          expect(one).toMatchObject(unlinked())
        }
        expect(new Set(nodesOf(root))).toEqual(new Set(held))
      }
    }),
    { numRuns: runs(300) },
  )
})
