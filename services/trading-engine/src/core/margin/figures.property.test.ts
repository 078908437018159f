import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { computeFigures } from './figures.js'
import { sumWorkingOrders } from './exposure.js'
import { beginLife, type Life } from '../../../test/support/random-accounts/account-life.js'
import { steps, type Step } from '../../../test/support/random-accounts/account-steps.js'
import { aPlan } from '../../../test/support/plans/plans.js'

const histories = fc.array(steps, { minLength: 30, maxLength: 60, size: 'max' })

const lived = (life: readonly Step[]): Life => {
  const account = beginLife(aPlan())
  for (const step of life) account.live(step)
  return account
}

/** The same entries, in the order of the given keys. */
const shuffled = <T>(map: ReadonlyMap<string, T>, keys: readonly number[]): ReadonlyMap<string, T> =>
  new Map(
    [...map]
      .map((entry, index) => [keys[index] ?? 0, entry] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, entry]) => entry),
  )

test('the order of positions and orders changes no figure', () => {
  const keys = fc.array(fc.nat(), { minLength: 60, maxLength: 60 })
  let largest = 0
  fc.assert(
    fc.property(histories, keys, keys, (life, positionKeys, orderKeys) => {
      const { trader } = lived(life)
      const { account } = trader
      const mixed = {
        ...account,
        positions: shuffled(account.positions, positionKeys),
        orders: shuffled(account.orders, orderKeys),
      }
      largest = Math.max(largest, account.positions.size + account.orders.size)
      const byKey = (figures: ReturnType<typeof computeFigures>) => ({
        ...figures,
        exposures: new Map(figures.exposures.map((exposure) => [exposure.key, exposure])),
      })
      const context = trader.script.context()
      expect(byKey(computeFigures(mixed, context))).toEqual(byKey(computeFigures(account, context)))
    }),
    { numRuns: runs(400) },
  )
  expect(largest).toBeGreaterThan(4)
})

test('splitting a working order in two changes no reservation', () => {
  let compared = 0
  fc.assert(
    fc.property(histories, (life) => {
      const { trader } = lived(life)
      const { account } = trader
      const halves = [...account.orders.values()].flatMap((order) => {
        const half = {
          ...order,
          quantity: (order.quantity / 2n) as typeof order.quantity,
          filledQuantity: order.filledQuantity,
        }
        const rest = {
          ...order,
          id: `${order.id} b`,
          quantity: (order.quantity - half.quantity) as typeof order.quantity,
          filledQuantity: 0n as typeof order.quantity,
        }
        return half.quantity > half.filledQuantity ? [half, rest] : [order]
      })
      compared += halves.length - account.orders.size
      const split = { ...account, orders: new Map(halves.map((order) => [order.id, order])) }
      const context = trader.script.context()
      const sums = ({ orders }: Pick<typeof account, 'orders'>) => sumWorkingOrders(orders.values(), context.market)
      expect(sums(split)).toEqual(sums(account))
      expect(computeFigures(split, context).reservedMargin).toBe(computeFigures(account, context).reservedMargin)
    }),
    { numRuns: runs(100) },
  )
  expect(compared).toBeGreaterThan(runs(10))
})
