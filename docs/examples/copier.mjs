// A leader and two followers in the sandbox, all of one user: one follows with half of the quantity, one by its equity.
//
//   KEY=… SECRET=… node docs/examples/copier.mjs
//
// The key needs TRADE and MANAGE_ORDERS. docs/COPIER.md says what links do.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TradingClient } from '@ats/sdk'

const { KEY, SECRET, ENGINE = 'http://127.0.0.1:4000' } = process.env
const trading = new TradingClient({ url: ENGINE, key: KEY, secret: SECRET })

/** A new account of the first plan. */
async function open(name) {
  const [{ id: plan_id }] = await trading.plans()
  const { id } = await trading.createAccount({ plan_id, challenge_id: randomUUID(), name })
  return trading.account(id)
}

async function heldBy(account) {
  const positions = await account.positions()
  return positions.map(({ side, quantity, symbol }) => `${side} ${quantity} ${symbol}`).join(', ') || 'flat'
}

async function until(account, wanted) {
  for (let round = 0; round < 200; round += 1) {
    if ((await heldBy(account)) === wanted) return console.log(`${account.id} holds ${wanted}`)
    await sleep(50)
  }
  throw new Error(`${account.id} does not hold ${wanted}`)
}

const [leader, half, ratio] = [await open('Leader'), await open('Half'), await open('By equity')]
const link = (follower, sizing) =>
  trading.copyLinks.create({ leader_account_id: leader.id, follower_account_id: follower.id, sizing })
const links = [
  await link(half, { mode: 'MULTIPLIER', value: '0.5' }),
  await link(ratio, { mode: 'EQUITY_RATIO', value: '1' }),
]

const order = { symbol: 'BTC-USD', kind: 'MARKET' }
await leader.place({ ...order, side: 'BUY', quantity: '0.2', stop_loss: { offset_pct: '5' } })
await until(half, 'BUY 0.1 BTC-USD')
await leader.close({ symbol: 'BTC-USD' })
await until(half, 'flat')
await until(ratio, 'flat')

for (const { id } of links) {
  for (const { action, side, symbol, quantity, reason } of await trading.copyLinks.events(id).take(10))
    console.log(id, action, side, quantity ?? '', symbol, reason ?? 'ordered')
  console.log(id, (await trading.copyLinks.end(id)).status)
}
