// How long a turn of the event loop takes while a worker that has run for a while takes over the accounts of another
// that was killed, ten orders and three positions each: node bench/takeover.mjs [ACCOUNTS] (after `npm run build`).
import { setTimeout as sleep } from 'node:timers/promises'
import { startEngine } from './dist/bench.js'
import { accountId, apiKey, apiSecret, ownerOf } from './dist/seed/identities.js'
import { startBenchServers } from './dist/servers/bench-servers.js'
import { chooseServerBinaries } from './dist/servers/server-binaries.js'
import { prepareTradingDatabases } from './dist/servers/trading-database.js'

const ACCOUNTS = Number(process.argv[2] ?? 1_000)
const AT_A_TIME = 16

const resting = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.0001, price: 20_000 }
const market = (symbol, quantity) => ({ symbol, side: 'BUY', kind: 'MARKET', quantity })
const ORDERS = [
  ...Array.from({ length: 10 }, () => resting),
  ...[market('BTC-USD', 0.001), market('ETH-USD', 0.03), market('SOL-USD', 0.7)],
]

const servers = await startBenchServers(chooseServerBinaries('any'))
try {
  const database = await (await prepareTradingDatabases(servers.postgres.url))(ACCOUNTS, ACCOUNTS)
  const start = () => startEngine({ servers }, database, ACCOUNTS, {})
  const seen = async ({ loopProbePort }) => (await fetch(`http://127.0.0.1:${loopProbePort}`)).json()

  const first = await start()
  let next = 0
  const fill = async () => {
    for (let place = next++; place < ACCOUNTS; place = next++) {
      const user = ownerOf(place, ACCOUNTS)
      const orders = ORDERS.map((order, index) => ({ ...order, client_id: `t-${index}` }))
      const answer = await fetch(`http://127.0.0.1:${first.port}/v1/orders/batch`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey(user), 'x-api-secret': apiSecret(user) },
        body: JSON.stringify({ account_id: accountId(place), orders }),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, fill))
  const { rows } = await database.pool
    .query(`select (select count(*) from orders where status in ('ACCEPTED', 'OPEN', 'WORKING')) as orders,
    (select count(*) from positions where quantity <> 0) as positions`)
  console.log(`${ACCOUNTS} accounts: ${rows[0].orders} orders, ${rows[0].positions} positions`)

  const report = (name, { turns, pauses }) =>
    console.log(
      `${name.padEnd(28)} longest turn ${turns.maxMs.toFixed(1)} ms of CPU, p99 ${turns.p99Ms.toFixed(1)}; ` +
        `longest collection ${pauses.maxMs.toFixed(1)} ms`,
    )
  const second = await start()
  await sleep(15_000)
  report('start of the second', await seen(second))
  await sleep(15_000)
  report('at rest', await seen(second))
  process.kill(first.pid, 'SIGKILL')
  await sleep(15_000)
  report('take-over', await seen(second))
  await second.stop()
} finally {
  await servers.stop()
}
