/** 100,000 random tapes against the oracle, half of them of each side. */
import fc from 'fast-check'
import { anyTape, byLadder, oracle } from '../../test/support/trail-tapes.js'

test.each(['SELL', 'BUY'] as const)(
  '%s stops that trail fire where each followed by itself does',
  (side) => {
    fc.assert(
      fc.property(anyTape, (tape) => expect(byLadder(tape, side)).toEqual(oracle(tape, side === 'SELL' ? 1 : -1))),
      { numRuns: 50_000 },
    )
  },
  600_000,
)
