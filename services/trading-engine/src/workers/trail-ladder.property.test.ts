/** Random tapes against an oracle: the same stops fire, at the same ticks and with the same triggers. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { anyTape, byLadder, oracle, unlinked, type Node } from '../../test/support/trail-tapes.js'
import { price } from '../core/values/decimal.js'
import { createTrailLadder } from './trail-ladder.js'

const ONE = 10n ** 18n
const TAPES = runs(8_000)

test.each(['SELL', 'BUY'] as const)('%s stops that trail fire where each followed by itself does', (side) => {
  let fired = 0
  fc.assert(
    fc.property(anyTape, (tape) => {
      const found = byLadder(tape, side)
      fired += found.length
      expect(found).toEqual(oracle(tape, side === 'SELL' ? 1 : -1))
    }),
    { numRuns: TAPES },
  )
  expect(fired).toBeGreaterThan(TAPES / 2)
})

test('stops that are taken out of a large ladder do not fire, and the rest does', () => {
  const ladder = createTrailLadder<Node>('SELL', price(ONE))
  const nodes = Array.from({ length: 1_000 }, (_, id): Node => ({
    ...{ id, terms: { offset: price(BigInt(1 + (id % 7)) * ONE) }, since: 0, ...unlinked() },
  }))
  for (const node of nodes) ladder.add(node, price(BigInt(100 + (node.id % 50)) * ONE))
  for (const node of nodes) if (node.id % 10 !== 0) ladder.remove(node)
  const fired: number[] = []
  ladder.pass(price(ONE), 1, ({ id }) => fired.push(id))
  expect(fired.sort((a, b) => a - b)).toEqual(nodes.filter(({ id }) => id % 10 === 0).map(({ id }) => id))
})
