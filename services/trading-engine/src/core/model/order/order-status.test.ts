import { canTransition, isWorking, ORDER_STATUSES, type OrderStatus } from './order-status.js'

/** One row a status: where an order may go from there. */
const MOVES: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: ['PENDING', 'OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'],
  OPEN: ['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED'],
  ...{ PARTIALLY_FILLED: ['PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED'], FILLED: [], CANCELLED: [] },
  ...{ EXPIRED: [], REJECTED: [] },
}

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))

test.each(pairs)('%s → %s', (from, to) => {
  expect(canTransition(from, to)).toBe(MOVES[from].includes(to))
})

test('an order works until it ends, and what has ended goes nowhere', () => {
  expect(ORDER_STATUSES.filter(isWorking)).toEqual(['PENDING', 'OPEN', 'PARTIALLY_FILLED'])
  for (const ended of ORDER_STATUSES.filter((status) => !isWorking(status))) {
    expect(ORDER_STATUSES.filter((to) => canTransition(ended, to))).toEqual([])
  }
})
