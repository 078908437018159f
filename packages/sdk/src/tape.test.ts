import { MOVES_PER_MINUTE, planMoves } from './tape.js'

const second = (at: number, price: string, symbol = 'BTC-USD') => ({ at: at * 1_000, symbol, price })
const terms = { speed: 1, isJumping: false, everyMs: 0 }

test('the market jumps to the first price, then walks to each in the time there was', () => {
  expect(planMoves([second(10, '100'), second(12, '110'), second(15, '90')], terms)).toEqual([
    { afterMs: 0, symbol: 'BTC-USD', price: '100', overMs: 0 },
    { afterMs: 0, symbol: 'BTC-USD', price: '110', overMs: 2_000 },
    { afterMs: 2_000, symbol: 'BTC-USD', price: '90', overMs: 3_000 },
  ])
})

test('jumping, it stays at a price until the time of the next', () => {
  const moves = planMoves([second(0, '100'), second(2, '110')], { ...terms, isJumping: true })
  expect(moves.map(({ afterMs, overMs }) => [afterMs, overMs])).toEqual([
    [0, 0],
    [2_000, 0],
  ])
})

test('a speed makes all of it shorter', () => {
  expect(planMoves([second(0, '1'), second(3_600, '2')], { ...terms, speed: 60 })[1]).toMatchObject({ overMs: 60_000 })
})

test('no more moves than the service takes, of all symbols together, and the last price is there', () => {
  const symbols = ['A-USD', 'B-USD', 'C-USD']
  const prices = symbols.flatMap((symbol) =>
    Array.from({ length: 600 }, (_, index) => ({ at: index * 100, symbol, price: String(index + 1) })),
  )
  const moves = planMoves(prices, terms)
  expect(moves.length).toBeLessThanOrEqual(MOVES_PER_MINUTE + symbols.length * 2)
  expect(moves.length).toBeGreaterThan(MOVES_PER_MINUTE / 2)
  for (const symbol of symbols) expect(moves.findLast((move) => move.symbol === symbol)?.price).toBe('600')
  expect(planMoves(prices, { ...terms, everyMs: 30_000 }).length).toBeLessThanOrEqual(symbols.length * 3)
})
