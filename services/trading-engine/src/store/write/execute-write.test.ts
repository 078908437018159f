import { BY_SYSTEM } from '../../core/model/order/origin.js'
import { decideCancelAll } from '../../core/decide/decide-cancel-all.js'
import type { CommandRow } from '../tables/commands.js'
import { writeQuery } from './execute-write.js'
import { limit } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'

const command: CommandRow = {
  ...{ id: 'c', userId: 'u', clientId: null, accountId: 'a', kind: 'cancel_all_orders', fingerprint: Buffer.alloc(0) },
  ...{ origin: BY_SYSTEM, moves: true, status: 200, response: '{}', at: 0 },
}

/** Whether other work of the loop gets its turn until the statement of a decision is made that ends so many orders. */
async function letsOthersRun(orders: number): Promise<boolean> {
  const trader = aTrader()
  for (let placed = 0; placed < orders; placed += 1) trader.placed(limit('BUY', '0.001', '1000'))
  const outcome = decideCancelAll(trader.account, null, trader.script.context())
  if (outcome.kind === 'problem') throw new Error(outcome.problem.kind)
  let hasRun = false
  setImmediate(() => (hasRun = true))
  const { changes } = outcome
  const options = { skipsLocked: true, sender: null, timeoutMs: 1_000 }
  await writeQuery([{ version: trader.account.version, decisions: [{ command, changes, events: [] }] }], options)
  return hasRun
}

test('the statement of a long decision lets others have their turn, that of a short one is made immediately', async () => {
  expect(await letsOthersRun(1)).toBe(false)
  expect(await letsOthersRun(40)).toBe(true)
})
