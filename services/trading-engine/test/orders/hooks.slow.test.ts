/** 500 alerts, each sent four times to two engines concurrently, one of which is killed: one order each. */
import type { IssuedHook } from '@ats/test-kit'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { startEngineProcess } from '../support/engine/engine-process.js'

const TRADERS = 10
/** Fewer than a hook may place in a minute. */
const ALERTS = 50
const TIMES = 4
const SENDERS = 8

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ REQUESTS_PER_MINUTE: 1_000_000, REQUESTS_PER_MINUTE_PER_USER: 1_000_000 })
  await engine.moveMarket('BTC-USD', 100_000)
})
afterAll(() => engine.close())

interface Sent {
  readonly hook: IssuedHook
  readonly body: string
}

/** Alerts of one trader: told by their id, by their bytes, or by their bytes for a minute. */
const alertOf = (number: number): string =>
  JSON.stringify({
    ...{ action: number % 2 === 0 ? 'buy' : 'sell', symbol: 'BTCUSD', quantity: `0.00${1 + (number % 7)}` },
    ...[{ alert_id: `n-${number}` }, { timenow: `t-${number}` }, { note: number }][number % 3],
  })

test('each alert is one order, whatever is killed', async () => {
  const hooks: IssuedHook[] = []
  for (let count = 0; count < TRADERS; count += 1) {
    const { userId, accountId } = await engine.trader()
    hooks.push(engine.wallet.issueHook({ userId, accountId }))
  }
  const start = () => startEngineProcess({ role: 'api', databaseUrl: engine.databaseUrl, wallet: engine.wallet })
  let beside = await start()
  const elsewhere = () => beside.baseUrl
  /** Again after a 5xx, where no answer comes, and where a busy engine sheds it. */
  const send = async ({ hook, body }: Sent, urlOf: () => string): Promise<string> => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const answer = await fetch(`${urlOf()}/v1/hooks/${hook.token}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      }).catch(() => null)
      if (answer !== null && answer.status < 500 && answer.status !== 429) {
        const { order_id: id, outcome } = (await answer.json()) as { order_id: string | null; outcome?: string }
        return `${answer.status} ${outcome} ${id}`
      }
      await answer?.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return 'no answer'
  }

  const queue: Sent[] = hooks.flatMap((hook) =>
    Array.from({ length: ALERTS }, (_, number) => ({ hook, body: alertOf(number) })),
  )
  const all = queue.length
  const answers: (readonly string[])[] = []
  const sender = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const alert = next
      const here = () => engine.baseUrl
      const places = Array.from({ length: TIMES }, (_, copy) => (copy % 2 === 0 ? here : elsewhere))
      answers.push(await Promise.all(places.map((place) => send(alert, place))))
    }
  }
  const killing = async (): Promise<void> => {
    for (const left of [0.8, 0.5, 0.2]) {
      while (queue.length > all * left) await new Promise((resolve) => setTimeout(resolve, 20))
      await beside.kill()
      beside = await start()
    }
  }
  try {
    await Promise.all([killing(), ...Array.from({ length: SENDERS }, sender)])
  } finally {
    await beside.kill()
  }
  const odd = answers.filter((copies) => new Set(copies).size !== 1 || !copies[0]?.startsWith('200 PLACED'))
  expect(odd).toEqual([])
  expect(new Set(answers.flat()).size).toBe(TRADERS * ALERTS)
  const { rows } = await engine.pool.query<{ orders: number; placed: number; commands: number }>(
    `select (select count(*) from orders where origin = 'HOOK')::int as orders,
      (select count(*) from hook_deliveries where outcome = 'PLACED')::int as placed,
      (select count(*) from commands where kind = 'take_alert')::int as commands`,
  )
  const each = TRADERS * ALERTS
  expect(rows).toEqual([{ orders: each, placed: each, commands: each }])
})
