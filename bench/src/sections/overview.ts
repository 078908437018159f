/** The lists and the overview of operators, of many accounts: how long they take, and block the event loop. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@ats/local-stack'
import { startEngine, withDatabase, type Bench } from '../bench.js'
import { OPERATOR_ENTRY, OPERATOR_TOKEN } from '../blocking/cases.js'
import { createSend, type Send } from '../blocking/http-client.js'
import type { LoopMeasurement } from '../blocking/probe.js'
import { formatMs } from '../report/format.js'
import { medianOf } from '../report/median.js'
import { table } from '../report/tables.js'
import { userId } from '../seed/identities.js'
import type { TradingDatabase } from '../servers/trading-database.js'
import type { Section } from './section.js'

const PROBE = ['--require', join(__dirname, '..', 'blocking', 'probe.js')]
const USERS = 100
/** Longer than a reading is kept. */
const PAUSE_MS = 1_100
const READINGS = 12
const LIST_READINGS = 5
const HEADERS = { Authorization: `Bearer ${OPERATOR_TOKEN}` }

export const overviewSection: Section = {
  name: 'overview',
  title: 'the overview and the lists of operators: their time, and how long they block the event loop',
  run: async (bench) => {
    const { accounts } = bench.scale
    const notes = await withDatabase(bench, accounts, USERS, (database) => measure(bench, database, accounts))
    for (const note of notes) bench.progress.note(note)
    return { cells: [], ratios: [], notes }
  },
}

interface Reading {
  readonly name: string
  readonly times: readonly number[]
  /** CPU time of the engine for a reading. */
  readonly cpus: readonly number[]
  readonly turns: readonly number[]
}

async function measure(bench: Bench, database: TradingDatabase, accounts: number): Promise<readonly string[]> {
  await database.pool.query(OPENED)
  await database.pool.query(POSITIONS)
  await database.pool.query(ENDED)
  await database.pool.query('analyze')
  const probePort = await findFreePort()
  const engine = await startEngine(bench, database, USERS, {
    role: 'api',
    environment: { PROBE_PORT: String(probePort), NODE_ENV: 'development', OPERATORS: OPERATOR_ENTRY },
    nodeArgs: PROBE,
  })
  try {
    const target = { send: createSend(engine.internalPort), probe: createSend(probePort) }
    const changed = (count: number) => (): Promise<unknown> => database.pool.query(CHANGED, [count])
    const readings = [
      await read(target, { name: 'overview, first: everything is loaded', path: OVERVIEW, readings: 1 }),
      await read(target, { name: 'overview, nothing has changed', path: OVERVIEW }),
      ...(await inOrder([100, 1_000, accounts], (count) =>
        read(target, {
          name: `overview, ${count} accounts have changed since`,
          path: OVERVIEW,
          before: changed(count),
        }),
      )),
      ...(await inOrder(LISTS, ([name, path]) => read(target, { name, path, readings: LIST_READINGS }))),
    ]
    return [`${accounts} accounts, half of them with two positions`, tableOf(readings), await plansOf(database)]
  } finally {
    await engine.stop()
  }
}

interface Asked {
  readonly name: string
  readonly path: string
  readonly readings?: number
  readonly before?: () => Promise<unknown>
}

const OVERVIEW = '/operator/v1/overview'
const ACCOUNTS = '/operator/v1/accounts'
const LISTS: readonly (readonly [name: string, path: string])[] = [
  ['exposure', '/operator/v1/exposure'],
  ['accounts by room left, the first 100', `${ACCOUNTS}?sort=headroom&limit=100`],
  ['accounts by room left, 500 further back', `${ACCOUNTS}?sort=headroom&limit=500&offset=9000`],
  ['accounts by room left, of a state that none has', `${ACCOUNTS}?sort=headroom&state=HALTED&limit=100`],
  ['newest accounts, the first 100', `${ACCOUNTS}?limit=100`],
  ['newest accounts, 500', `${ACCOUNTS}?limit=500`],
  ['newest accounts of a state that none has', `${ACCOUNTS}?state=HALTED&limit=100`],
  ['newest accounts of a user', `${ACCOUNTS}?user_id=${userId(0)}&limit=100`],
  ['plans with their accounts', '/operator/v1/plans'],
  ['payouts', '/operator/v1/payouts?limit=100'],
  ['breaches', '/operator/v1/breaches?limit=100'],
  ['health', '/operator/v1/health'],
]

async function inOrder<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (const item of items) results.push(await run(item))
  return results
}

const nothing = (): Promise<void> => Promise.resolve()

async function read(
  { send, probe }: { readonly send: Send; readonly probe: Send },
  { name, path, readings = READINGS, before = nothing }: Asked,
): Promise<Reading> {
  const times: number[] = []
  const cpus: number[] = []
  const turns: number[] = []
  const once = async (at: 'cpu' | 'turns'): Promise<LoopMeasurement & { readonly ms: number }> => {
    await before()
    await sleep(PAUSE_MS)
    await probe({ method: 'GET', path: `/${at}` })
    const startedAt = performance.now()
    const { status, text } = await send({ method: 'GET', path, headers: HEADERS })
    const ms = performance.now() - startedAt
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`)
    return { ...(JSON.parse((await probe({ method: 'GET', path: '/end' })).text) as LoopMeasurement), ms }
  }
  for (let reading = 0; reading < readings; reading += 1) {
    const { ms, cpuMs } = await once('cpu')
    times.push(ms)
    cpus.push(cpuMs)
  }
  // What is loaded first is loaded once.
  for (let reading = 0; reading < readings && readings > 1; reading += 1) {
    const { turnCpuMs, blockedMs } = await once('turns')
    turns.push(turnCpuMs > 0 ? turnCpuMs : blockedMs)
  }
  return { name, times, cpus, turns }
}

const tableOf = (readings: readonly Reading[]): string =>
  table(
    ['reading', 'time, least', 'time, median', 'CPU, median', 'CPU of a turn, median', 'CPU of a turn, most'],
    readings.map(({ name, times, cpus, turns }) => [
      name,
      ...[Math.min(...times), medianOf(times), medianOf(cpus)].map(formatMs),
      ...(turns.length === 0 ? ['', ''] : [medianOf(turns), Math.max(...turns)].map(formatMs)),
    ]),
  )

/** The queries of a reading, as Postgres runs them. */
async function plansOf({ pool }: TradingDatabase): Promise<string> {
  const plans = await Promise.all(
    QUERIES.map(async (query) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${query}`)
      return [query, ...rows.map((row) => `  ${row['QUERY PLAN']}`)].join('\n')
    }),
  )
  return ['```', ...plans, '```'].join('\n')
}

const QUERIES = [
  `select id, version, high_water_mark from accounts
    where state not in ('TERMINATED', 'CLOSED') order by id limit 1000`,
  `select state, count(*) from accounts where state in ('TERMINATED', 'CLOSED') group by state`,
  `select severity, count(*) from breaches where created_at >= date_trunc('day', now()) group by severity`,
  `select count(*), min(next_attempt_at) from webhook_deliveries where status = 'PENDING'`,
  `select count(*), sum(amount) from payouts where status in ('REQUESTED', 'PROPOSED')`,
]

/** Each at a time of its own, as the API opens them: a page of a list takes all rows of one time with it. */
const OPENED = `update accounts set created_at = created_at - n * interval '1 second'
  from (select id, row_number() over (order by id) as n from accounts) numbered where numbered.id = accounts.id`

const POSITIONS = `
  insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity, opened_notional,
    closed_notional, realized_pnl, fees, funding, opened_at)
  select gen_random_uuid(), a.id, 'GMX', symbol, 'LONG', 0.01, 1, 20, 0.01, 1, 0, 0, 0.01, 0,
    greatest(now() - interval '50 minutes', date_trunc('hour', now()))
  from (select id, row_number() over (order by id) as n from accounts) a, unnest(array['BTC-USD', 'ETH-USD']) symbol
  where n % 2 = 0`

const ENDED = `update accounts set state = 'CLOSED' where id in (
  select id from (select id, row_number() over (order by id) as n from accounts) a where n % 20 = 1)`

/** As decisions of another process leave them. */
const CHANGED = `update accounts set version = version + 1 where id in (
  select id from accounts where state = 'ACTIVE' order by random() limit $1)`
