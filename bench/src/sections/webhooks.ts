/** The cost of a webhook for every event to the orders that cause them, and the number delivered in a second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runCell, withEngine, type Bench, type EngineUnderTest } from '../bench.js'
import type { Cell } from '../cell.js'
import { costOfCell } from '../cpu/cost-of-cell.js'
import { measureCost } from '../cpu/measure-cost.js'
import { medianOf } from '../report/median.js'
import type { TradingDatabase } from '../servers/trading-database.js'
import { startReceiver, type Receiver } from '../webhooks/start-receiver.js'
import { countEvents, delivered, relayed, warm } from './contenders.js'
import { runRounds, type Contender } from './rounds.js'
import { RATIO, type Ratio, type Section, type SectionResult } from './section.js'

/** Users: the one key of each may make 1,200 requests a minute. */
const USERS = 50
const ORDERS_A_SECOND = 500
const CONNECTIONS = 64
const WITHOUT = `order at ${ORDERS_A_SECOND}/s, without webhooks`
export const TOLD_ORDERS = `order at ${ORDERS_A_SECOND}/s, with a webhook for every event`
const BACKLOG = 'deliveries of a backlog, each noted on disk'
const POLL_MS = 50
const GIVE_UP_MS = 120_000

export const webhooksSection: Section = {
  name: 'webhooks',
  title: `webhooks to ${USERS} receivers on this machine, over TLS`,
  run: async (bench) => {
    const receiver = await startReceiver()
    try {
      return await measureWebhooks(bench, receiver)
    } finally {
      await receiver.stop()
    }
  },
}

async function measureWebhooks(bench: Bench, receiver: Receiver): Promise<SectionResult> {
  const backlog = await runRounds(bench, [{ name: BACKLOG, run: () => deliverBacklog(bench, receiver) }])
  const placed = await compareEngines(bench, receiver)
  const rate = figureOf(RATIO.deliveries, backlog.cells[0]?.rounds ?? [])
  return {
    cells: [...backlog.cells, ...placed.cells],
    ratios: [...placed.ratios, rate],
    notes: placed.notes,
  }
}

/** Engines side by side, of which one tells of every event, in turns. */
function compareEngines(bench: Bench, receiver: Receiver): Promise<SectionResult> {
  const options = { accounts: bench.scale.accounts, users: USERS }
  return withEngine(bench, options, (silent) =>
    withEngine(bench, { ...options, receiver }, async (telling) => {
      const settled = async (): Promise<void> => {
        await delivered(telling.database)
        for (const { database } of [silent, telling]) await relayed(database)
      }
      for (const engine of [silent, telling]) await warm(bench, engine)
      await settled()
      const shares: string[] = []
      const placingOn = (engine: EngineUnderTest, name: string): Contender => ({
        name,
        async run() {
          const { cell, share } = await place(bench, engine, name)
          if (engine === telling) shares.push(`${Math.round(share * 100)} %`)
          await settled()
          return cell
        },
      })
      // A p99 of some seconds is a coarse figure: more rounds than elsewhere.
      const scale = { ...bench.scale, rounds: bench.scale.tellingRounds }
      const rounds = await runRounds({ scale }, [placingOn(silent, WITHOUT), placingOn(telling, TOLD_ORDERS)])
      const notes = [`Webhooks yield to orders: delivered by the end of their cell were ${shares.join(', ')} of them.`]
      return { cells: rounds.cells, ratios: [rounds.p99Ratio(RATIO.webhooksToPlain, TOLD_ORDERS, WITHOUT)], notes }
    }),
  )
}

/** The share is that of the cell's webhooks that were delivered by its end. */
async function place(
  bench: Bench,
  engine: EngineUnderTest,
  name: string,
): Promise<{ readonly cell: Cell; readonly share: number }> {
  const pace = { loop: 'open', perSecond: ORDERS_A_SECOND, connections: CONNECTIONS } as const
  const before = await countEvents(engine.database)
  const cell = await runCell(bench, name, engine, { kind: 'place', accounts: engine.accounts }, pace)
  const after = await countEvents(engine.database)
  return { cell, share: (after.delivered - before.delivered) / (after.events - before.events) }
}

/** Events that come all together; a second counts from the first attempt to the last. */
function deliverBacklog(bench: Bench, receiver: Receiver): Promise<Cell> {
  const { webhooks } = bench.scale
  const eventsPerUser = Math.ceil(webhooks / USERS)
  const options = {
    accounts: USERS,
    users: USERS,
    receiver,
    prepare: (database: TradingDatabase) => insertEvents(database, eventsPerUser),
  }
  return withEngine(bench, options, async ({ database, observed }) => {
    const { result: perSecond, cost } = await measureCost(observed, async () => {
      // Until now nobody knew of the events.
      await database.pool.query('update accounts set event_sequence = $1', [eventsPerUser])
      return deliveredPerSecond(database, webhooks)
    })
    const cell: Cell = {
      name: BACKLOG,
      perSecond,
      rounds: [perSecond],
      p50Ms: null,
      p99Ms: null,
      maxMs: null,
      errors: 0,
      problems: [],
      cost: costOfCell(cost, observed.processes, webhooks),
    }
    bench.progress.cell(cell)
    return cell
  })
}

async function deliveredPerSecond(database: TradingDatabase, webhooks: number): Promise<number> {
  const deadline = performance.now() + GIVE_UP_MS
  for (;;) {
    const { rows } = await database.pool.query<{ delivered: string; seconds: string | null }>(
      `select count(*) filter (where d.status = 'DELIVERED') as delivered,
          extract(epoch from max(a.started_at) - min(a.started_at)) as seconds
        from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id`,
    )
    const delivered = Number(rows[0]?.delivered)
    if (delivered >= webhooks) return delivered / Number(rows[0]?.seconds)
    if (performance.now() > deadline) throw new Error(`only ${delivered} of ${webhooks} webhooks were delivered`)
    await sleep(POLL_MS)
  }
}

/** So many of each account, which do not count yet. */
async function insertEvents({ pool }: TradingDatabase, each: number): Promise<void> {
  const data = JSON.stringify({ order: { note: 'x'.repeat(700) } })
  await pool.query(
    `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), a.id, s, 'order.ack', $2, now() from accounts a, generate_series(1, $1::int) s`,
    [each, data],
  )
}

const figureOf = (name: string, values: readonly number[]): Ratio => ({
  name,
  median: medianOf(values),
  min: Math.min(...values),
  max: Math.max(...values),
})
