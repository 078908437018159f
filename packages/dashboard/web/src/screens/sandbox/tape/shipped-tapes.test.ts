import { lengthOf, MOVES_PER_DAY, planMoves } from '@ats/sdk/tape'
import { SHIPPED_TAPES, shippedTape } from './shipped-tapes.js'

test.each(SHIPPED_TAPES)('%s begins at the price of now, stays on the grid, and plays as it is', (name) => {
  const tape = shippedTape(name, 'BTC-USD', '94000', '0.5')
  expect(tape[0]).toEqual({ at: 0, symbol: 'BTC-USD', price: '94000' })
  for (const { price } of tape) expect(Number(price) % 0.5).toBe(0)
  const moves = planMoves(tape, { speed: 1, isJumping: false, everyMs: 0 })
  expect(moves).toHaveLength(tape.length)
  expect(moves.length).toBeLessThanOrEqual(MOVES_PER_DAY)
  expect(lengthOf(moves)).toBe(tape.at(-1)?.at)
})
