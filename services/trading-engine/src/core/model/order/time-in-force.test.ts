import { ORDER_KINDS, TIMES_IN_FORCE } from './order.js'
import { impliesPostOnly, timeInForceOf } from './time-in-force.js'

test.each([undefined, ...TIMES_IN_FORCE])('a MARKET order that says %s is IOC, or FOK if it says so', (requested) => {
  expect(timeInForceOf('MARKET', requested)).toBe(requested === 'FOK' ? 'FOK' : 'IOC')
})

test.each(ORDER_KINDS.filter((kind) => kind !== 'MARKET'))(
  '%s keeps what it says, and is GTC when it says nothing',
  (kind) => {
    expect(TIMES_IN_FORCE.map((tif) => timeInForceOf(kind, tif))).toEqual(TIMES_IN_FORCE)
    expect(timeInForceOf(kind)).toBe('GTC')
  },
)

test('GTX alone is post-only by itself', () => {
  expect(TIMES_IN_FORCE.filter(impliesPostOnly)).toEqual(['GTX'])
})
