/** Cells that several sections run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { closed, prepareBy, runCell, type Bench, type EngineUnderTest, type Target } from '../bench.js'
import type { TradingDatabase } from '../servers/trading-database.js'
import type { Contender } from './rounds.js'

export const CONNECTIONS = 64
/** Each of them may make 20 requests a second: enough for the fastest engine, few enough for each to be busy. */
export const KEYS = 150
export const PLACE = `order, ${CONNECTIONS} connections`

/** Loads every account into the engine and leaves it a position: nothing timed afterwards is a first time. */
export async function warm(bench: Bench, engine: EngineUnderTest): Promise<void> {
  await prepareBy(bench, engine, { kind: 'place-once', from: 0, accounts: engine.accounts })
}

/** Finishes the work that a cell leaves behind before the next cell begins. */
export const placing = (bench: Bench, engine: EngineUnderTest, name = PLACE): Contender => ({
  name,
  async run() {
    const cell = await placingAt(bench, engine, name).run()
    if (bench.scale.settleMs > 0) await relayed(engine.database)
    return cell
  },
})

/** At a server that is no engine. */
export const placingAt = (
  bench: Bench,
  target: Pick<EngineUnderTest, 'port' | 'users' | 'accounts' | 'observed'>,
  name: string,
): Contender => ({
  name,
  run: () => runCell(bench, name, target, { kind: 'place', accounts: target.accounts }, closed(CONNECTIONS)),
})

export const reading = (bench: Bench, engine: EngineUnderTest, name: string, path: string): Contender => ({
  name,
  run: () => runCell(bench, name, engine, { kind: 'read', path, accounts: engine.accounts }, closed(CONNECTIONS)),
})

export const getting = (bench: Bench, target: Target, name: string, path: string): Contender => ({
  name,
  run: () => runCell(bench, name, target, { kind: 'get', path }, closed(CONNECTIONS)),
})

const DELIVER_MS = 180_000
const POLL_MS = 250

/** Resolves once every event is with its receiver. */
export async function delivered(database: TradingDatabase): Promise<void> {
  await none('webhooks not delivered', async () => {
    const { events, delivered: sent } = await countEvents(database)
    return events - sent
  })
}

/** Resolves once it is known of every event whether anybody receives it. */
export async function relayed({ pool }: TradingDatabase): Promise<void> {
  await none('accounts with events not relayed', async () => {
    const { rows } = await pool.query<{ behind: string }>(
      `select count(*) as behind from accounts left join webhook_cursors on account_id = accounts.id
        where event_sequence > coalesce(relayed_sequence, 0)`,
    )
    return Number(rows[0]?.behind)
  })
}

async function none(noun: string, count: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + DELIVER_MS
  for (;;) {
    const left = await count()
    if (left === 0) return
    if (performance.now() > deadline) throw new Error(`${left} ${noun} in time`)
    await sleep(POLL_MS)
  }
}

/** Events so far, and those that are with their receiver. */
export async function countEvents({
  pool,
}: Pick<TradingDatabase, 'pool'>): Promise<{ readonly events: number; readonly delivered: number }> {
  const { rows } = await pool.query<{ events: string; delivered: string }>(
    `select (select count(*) from events) as events,
      (select count(*) from webhook_deliveries where status = 'DELIVERED') as delivered`,
  )
  return { events: Number(rows[0]?.events), delivered: Number(rows[0]?.delivered) }
}
