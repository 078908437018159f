/** How long after its answer an order placed on one process is watched by the worker of another. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startEngine, withDatabase, type Bench } from '../bench.js'
import { accountId, apiKey, apiSecret } from '../seed/identities.js'

const POLL_MS = 2
const GIVE_UP_MS = 10_000

/** Milliseconds, one of each order; each is the first of its account. */
export const measureArming = (bench: Bench, orders: number): Promise<readonly number[]> =>
  withDatabase(bench, orders, orders, async (database) => {
    const api = await startEngine(bench, database, orders, { role: 'api' })
    try {
      const worker = await startEngine(bench, database, orders, { role: 'worker' })
      try {
        await sleep(bench.scale.settleMs)
        const taken: number[] = []
        for (let account = 0; account < orders; account += 1) {
          await place(api.port, account)
          const answeredAt = performance.now()
          while ((await watched(worker.internalPort)) <= account) {
            if (performance.now() - answeredAt > GIVE_UP_MS) throw new Error(`order ${account} was never armed`)
            await sleep(POLL_MS)
          }
          taken.push(performance.now() - answeredAt)
        }
        return taken
      } finally {
        await worker.stop()
      }
    } finally {
      await api.stop()
    }
  })

async function place(port: number, account: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey(account), 'X-API-Secret': apiSecret(account) },
    body: JSON.stringify({
      account_id: accountId(account),
      symbol: 'BTC-USD',
      side: 'BUY',
      kind: 'LIMIT',
      quantity: 0.01,
      price: 1_000,
    }),
  })
  const text = await response.text()
  if (response.status !== 200 || !text.startsWith('{"order":{')) throw new Error(`not placed: ${text}`)
}

async function watched(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const figure = /^market_accounts_watched(?:\{.*\})? (\d+)/m.exec(await response.text())
  return Number(figure?.[1] ?? 0)
}
