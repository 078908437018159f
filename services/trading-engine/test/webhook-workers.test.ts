/** Two replicas that take orders, and workers that are killed while they relay and deliver: nothing is lost, and the others go on within seconds. */
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from './support/engine.js'
import { startEngineProcess, type EngineProcess } from './support/engine-process.js'
import { eventOf, fillOnce, localWebhooks } from './support/hooked-engine.js'
import { pollUntil } from './support/poll-until.js'
import { openSecondDoor, type SecondDoor } from './support/second-door.js'

const KILLS = process.env['SUITE'] === 'whole' ? 100 : 4
const TAKEN_OVER_MS = 5_000
/** Enough that both workers have some of their shards. */
const TRADERS = 8

let api: TestEngine
let second: SecondDoor
let receiver: WebhookReceiver
const taken: ReceivedWebhook[] = []

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  receiver.react((received, response) => {
    // Slow enough that a kill finds attempts under way, and one in ten is not taken.
    setTimeout(() => {
      const isTaken = Math.random() < 0.9
      if (isTaken) taken.push(received)
      response.writeHead(isTaken ? 200 : 500).end()
    }, 30)
  })
  api = await startEngine({ ROLE: 'api', LOG_LEVEL: 'warn' })
  second = await openSecondDoor(api)
})
afterAll(async () => {
  await second.stop()
  await api.close()
  await receiver.close()
})

const startWorker = (): Promise<EngineProcess> => {
  const settings = Object.entries(localWebhooks(receiver.caFile)).map(([name, value]) => [name, String(value)] as const)
  const environment = Object.fromEntries(settings)
  return startEngineProcess({ role: 'worker', databaseUrl: api.databaseUrl, wallet: api.wallet, environment })
}

/** Sequences that arrived, by account. */
function arrivals(): ReadonlyMap<string | null, ReadonlySet<number>> {
  const byAccount = new Map<string | null, Set<number>>()
  for (const { account_id: accountId, sequence } of taken.map(eventOf)) {
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(sequence))
  }
  return byAccount
}

test(
  `${KILLS} kills: everything committed arrives, and soon`,
  async () => {
    const webhookUrl = `${receiver.url}/hook`
    const traders: Trader[] = []
    for (let nth = 0; nth < TRADERS; nth += 1)
      traders.push(second.inTurns(await api.trader('standard-100k', { webhookUrl })))
    const workers = await Promise.all([startWorker(), startWorker()])
    let orders = 0
    const trade = async (): Promise<void> => {
      await Promise.all(traders.map(fillOnce))
      orders += 1
    }
    const arrived = async (deadlineMs: number): Promise<void> => {
      const each = orders * 2
      await pollUntil(
        () => Promise.resolve(traders.map(({ accountId }) => arrivals().get(accountId)?.size ?? 0)),
        (counts) => counts.every((count) => count === each),
        deadlineMs,
      )
    }
    try {
      await trade()
      await arrived(20_000)
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (let nth = 0; nth < 3; nth += 1) await trade()
        await workers.shift()?.kill()
        await trade()
        await arrived(TAKEN_OVER_MS)
        workers.push(await startWorker())
      }
      const { rows } = await api.pool.query<{ doubled: number }>(
        `select count(*)::int as doubled from (
        select from webhook_deliveries group by event_id, key_id having count(*) > 1) d`,
      )
      expect(rows).toEqual([{ doubled: 0 }])
    } finally {
      await Promise.all(workers.map((worker) => worker.kill()))
    }
    const sequences = [...arrivals().values()].map((all) => [...all].sort((a, b) => a - b))
    const complete = Array.from({ length: orders * 2 }, (_, index) => index + 1)
    expect(sequences).toEqual(traders.map(() => complete))
  },
  KILLS * 15_000 + 60_000,
)
