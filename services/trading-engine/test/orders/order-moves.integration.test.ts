/** The database's own table of an order's moves is the core's. */
import { createTestDatabase, type TestDatabase } from '@ats/test-kit'
import { canTransition, ORDER_STATUSES } from '../../src/core/model/order/order-status.js'
import { anOrder, asWrite, SOON, startWriting, type Writing } from '../support/writing.js'

let database: TestDatabase
let writing: Writing
beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  writing = startWriting(database.url)
})
afterAll(async () => {
  await writing.close()
  await database.drop()
})

test('it knows the same moves', async () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))
  const { rows } = await writing.pool.query<{ may: boolean }>(
    `select order_may_move(t.f, t.t) as may from unnest($1::text[], $2::text[]) with ordinality as t (f, t, i) order by i`,
    [pairs.map(([from]) => from), pairs.map(([, to]) => to)],
  )
  expect(rows.map(({ may }) => may)).toEqual(pairs.map(([from, to]) => canTransition(from, to)))
})

test('an order that has ended stays ended, whichever statement writes', async () => {
  const [account] = await writing.openAccounts(1)
  await writing.writer.write(asWrite(anOrder(account!)), SOON())
  const reopen = writing.pool.query(`update orders set status = 'CANCELLED' where account_id = $1`, [account!.id])
  await expect(reopen).rejects.toThrow('an order cannot move from FILLED to CANCELLED')
})
