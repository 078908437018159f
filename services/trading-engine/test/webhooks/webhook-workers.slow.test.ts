/**
 * Two replicas that take orders, and workers that are killed while they relay and deliver: no event is lost, and
 * another worker takes over what the killed one had begun.
 */
import { createHash } from 'node:crypto'
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { eventOf, fillOnce, localWebhooks } from '../support/engine/hooked-engine.js'
import { pollUntil } from '../support/poll-until.js'
import { openSecondEngine, type SecondEngine } from '../support/engine/second-engine.js'

const IS_WHOLE = process.env['SUITE'] === 'whole'
const KILLS = IS_WHOLE ? 100 : 4
const SEED = process.env['FAST_CHECK_SEED']
/** Enough that both workers have some of their shards. */
const TRADERS = 8

let api: TestEngine
let second: SecondEngine
let receiver: WebhookReceiver
const traders: Trader[] = []
/** Sequences that arrived, by account. Kept as they come: this process also takes the orders and receives. */
const arrivals = new Map<string | null, Set<number>>()
const attempts = new Map<string, number>()

/** After the fifth attempt a delivery waits longer than a takeover may take. */
const FAILURES_MAX = 3

/**
 * Fails one attempt in ten, chosen by the seed, the account, the event and the number of the attempt, and at most
 * FAILURES_MAX of one event.
 */
function take(received: ReceivedWebhook): boolean {
  const { account_id: accountId, sequence } = eventOf(received)
  const event = `${traders.findIndex((trader) => trader.accountId === accountId)} ${sequence}`
  const attempt = (attempts.get(event) ?? 0) + 1
  attempts.set(event, attempt)
  const drawn = createHash('sha256').update(`${SEED} ${event} ${attempt}`).digest().readUInt32BE()
  const isTaken = attempt > FAILURES_MAX || drawn % 10 !== 0
  if (isTaken) arrivals.set(accountId, (arrivals.get(accountId) ?? new Set()).add(sequence))
  return isTaken
}

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  receiver.react((received, response) => {
    // Slow enough that a kill finds attempts under way.
    setTimeout(() => void response.writeHead(take(received) ? 200 : 500).end(), 30)
  })
  api = await startEngine({ ROLE: 'api', LOG_LEVEL: 'warn' })
  second = await openSecondEngine(api)
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

/** Where what has not arrived was last seen: among the events, relayed, or attempted. */
async function whatIsLeft(): Promise<string> {
  const { rows } = await api.pool.query(
    `select now(), a.id as account, a.event_sequence, c.relayed_sequence, d.sequence, d.status, d.attempts, d.created_at,
        d.next_attempt_at, t.started_at, t.duration_ms, t.status as answer, t.error
      from accounts a left join webhook_cursors c on c.account_id = a.id
      left join webhook_deliveries d on d.account_id = a.id and d.status <> 'DELIVERED'
      left join webhook_attempts t on t.delivery_id = d.id order by a.id, d.sequence, t.number`,
  )
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

test(
  `${KILLS} kills: everything committed arrives (seed ${SEED})`,
  async () => {
    const webhookUrl = `${receiver.url}/hook`
    for (let nth = 0; nth < TRADERS; nth += 1)
      traders.push(second.inTurns(await api.trader('standard-100k', { webhookUrl })))
    const workers = [startWorker(), startWorker()]
    await Promise.all(workers)
    let orders = 0
    const trade = async (): Promise<void> => {
      await Promise.all(traders.map(fillOnce))
      orders += 1
    }
    const arrived = async (): Promise<void> => {
      const each = orders * 2
      await pollUntil(
        () => Promise.resolve(traders.map(({ accountId }) => arrivals.get(accountId)?.size ?? 0)),
        (counts) => counts.every((count) => count === each),
      ).catch(async (error: unknown) => {
        throw new Error(`${String(error)}\n${await whatIsLeft()}`)
      })
    }
    try {
      await trade()
      await arrived()
      for (let kill = 1; kill <= KILLS; kill += 1) {
        if (IS_WHOLE) process.stderr.write(`kill ${kill} of ${KILLS}\n`)
        for (let nth = 0; nth < 3; nth += 1) await trade()
        await workers.shift()?.then((worker) => worker.kill())
        await trade()
        // The other has taken over: a new one is there only from now on.
        await arrived()
        workers.push(startWorker())
        await Promise.all(workers)
      }
      const { rows } = await api.pool.query<{ doubled: number }>(
        `select count(*)::int as doubled from (
        select from webhook_deliveries group by event_id, key_id having count(*) > 1) d`,
      )
      expect(rows).toEqual([{ doubled: 0 }])
    } finally {
      await Promise.all(workers.map(async (worker) => (await worker).kill()))
    }
    const sequences = traders.map(({ accountId }) => [...(arrivals.get(accountId) ?? [])].sort((a, b) => a - b))
    const complete = Array.from({ length: orders * 2 }, (_, index) => index + 1)
    expect(sequences).toEqual(traders.map(() => complete))
  },
  KILLS * 150_000 + 150_000,
)
