import { setTimeout as sleep } from 'node:timers/promises'
import { botKey, type BotKey } from '../engine/keys.js'
import type { Random } from '../random.js'
import { PLAN_ID } from '../stack/plan.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario, type ScenarioContext } from './scenario.js'

/** A switch acts within this long of its time, as long as a worker lives. */
const LATE_MAX_MS = 1_000
/** Switches run out within this long, from the shortest timeout on. */
const SPREAD_MS = 10_000
const TIMEOUT_MIN_MS = 5_000
const ACCOUNTS_PER_USER = 20
/** One account in so many sends heartbeats. */
const ALIVE_EVERY = 10
const SETTLE_MS = 20_000
const AT_A_TIME = 16
const BUSY_MS = 100

/** Switches run out while the workers, of which one always lives, are killed at random moments. */
export const deadManSwitches: Scenario = {
  name: 'dead-man-switches',
  title: "SIGKILL of a worker while dead-man's switches run out",
  run: (context) =>
    withTestBed(context, { name: 'dead-man-switches', workers: 2, bots: 2, pauseMs: 200 }, async (testBed) => {
      const ranOut = context.count(1_000, 100)
      const traders = await openTraders(context, testBed, Math.ceil((ranOut * ALIVE_EVERY) / (ALIVE_EVERY - 1)))
      const [alive, silent] = [traders.filter(isAlive), traders.filter((trader) => !isAlive(trader))]
      const random = context.random.fork('switches')
      await testBed.trade(async () => {
        await inTurns(traders, (trader) => arm(testBed, trader, isAlive(trader) ? TIMEOUT_MIN_MS : timeoutOf(random)))
        const running = keepAlive(testBed, alive)
        await killWorkers(context, testBed, TIMEOUT_MIN_MS + SPREAD_MS)
        await settled(context, silent)
        await running.stop()
      })
      const { operations, checks } = await testBed.verify()
      const outcome = await readOutcome(context, silent, alive)
      const deaths = testBed.workers.reduce((sum, worker) => sum + worker.deaths(), 0)
      const none = (name: string, count: number): ReturnType<typeof expectThat> =>
        expectThat(name, count === 0, `${count} of ${traders.length} accounts`)
      return conclude({
        injected: deaths,
        operations,
        checks: [
          ...checks,
          expectThat('workers were killed', deaths > 0, 'none was'),
          none('each switch that ran out has acted exactly once', outcome.notOnce),
          none('the entries of those were cancelled', outcome.entriesLeft),
          none('the stop of every open position was kept', outcome.stopsLost),
          none('no switch whose heartbeats were answered has acted', outcome.actedAlive),
          expectThat(
            'each acted within 1 s of its time',
            outcome.latestMs <= LATE_MAX_MS,
            `the latest came ${outcome.latestMs} ms after it`,
          ),
        ],
        notes: [`${silent.length} switches ran out; the latest acted ${outcome.latestMs} ms after its time`],
      })
    }),
}

interface Trader {
  readonly number: number
  readonly key: BotKey
  readonly accountId: string
}

const isAlive = ({ number }: Trader): boolean => number % ALIVE_EVERY === 0
const timeoutOf = (random: Random): number => Math.round(random.between(TIMEOUT_MIN_MS, TIMEOUT_MIN_MS + SPREAD_MS))

/** Each holds a position with a stop, and has an entry waiting far from the market. */
async function openTraders(context: ScenarioContext, testBed: TestBed, count: number): Promise<readonly Trader[]> {
  const keys = Array.from({ length: Math.ceil(count / ACCOUNTS_PER_USER) }, () => botKey(context.nextUser()))
  const price = testBed.accounts[0]?.prices.get('BTC-USD') ?? 0
  const far = { symbol: 'BTC-USD', quantity: 0.01 }
  const opened: Trader[] = []
  await inTurns(Array.from({ length: count }).keys(), async (number) => {
    const key = keys[Math.floor(number / ACCOUNTS_PER_USER)] ?? botKey(0)
    const body = { plan_id: PLAN_ID, challenge_id: `switch-${number}` }
    const { id } = await send<{ id: string }>(testBed, 'POST', '/v1/accounts', key, body)
    const trader = { number, key, accountId: id }
    for (const order of [
      { ...far, side: 'BUY', kind: 'MARKET' },
      { ...far, side: 'SELL', kind: 'STOP', trigger_price: round(price / 2) },
      { ...far, side: 'BUY', kind: 'LIMIT', price: round(price / 2) },
    ])
      await send(testBed, 'POST', '/v1/order', key, { account_id: id, ...order })
    opened.push(trader)
    if (opened.length % 100 === 0) context.progress(`${opened.length}/${count} accounts`)
  })
  return opened
}

const round = (price: number): number => Number(price.toPrecision(4))

const arm = (testBed: TestBed, { key, accountId }: Trader, timeoutMs: number): Promise<unknown> =>
  send(testBed, 'PUT', `/v1/account/${accountId}/dead-man-switch`, key, { timeout_ms: timeoutMs, action: 'CANCEL_ALL' })

/** Sends the heartbeats of some, three within each timeout. */
function keepAlive(testBed: TestBed, traders: readonly Trader[]): { readonly stop: () => Promise<void> } {
  let isOver = false
  const beating = (async () => {
    while (!isOver) {
      await inTurns(traders, (trader) => arm(testBed, trader, TIMEOUT_MIN_MS))
      await sleep(TIMEOUT_MIN_MS / 3)
    }
    await inTurns(traders, (trader) => arm(testBed, trader, 3_600_000))
  })()
  return {
    stop: async () => {
      isOver = true
      await beating
    },
  }
}

async function killWorkers(context: ScenarioContext, { workers }: TestBed, forMs: number): Promise<void> {
  const random = context.random.fork('kills')
  const deadline = Date.now() + forMs
  let killed = 0
  while (Date.now() < deadline) {
    await sleep(random.between(200, 1_500))
    const victim = workers[random.below(workers.length)]
    if (victim === undefined || !(await victim.kill())) continue
    killed += 1
    context.progress(`${killed} kills`)
    await victim.ready()
  }
}

/** Waits until all of these have acted, or the time for it is over. */
async function settled({ stack }: ScenarioContext, traders: readonly Trader[]): Promise<void> {
  const ids = traders.map(({ accountId }) => accountId)
  const deadline = Date.now() + SETTLE_MS
  for (;;) {
    const { rows } = await stack.database.query<{ count: number }>(
      'select count(*)::int as count from dead_man_switches where account_id = any($1)',
      [ids],
    )
    if (rows[0]?.count === 0 || Date.now() > deadline) return
    await sleep(100)
  }
}

interface Outcome {
  /** Accounts, but for the last. */
  readonly notOnce: number
  readonly entriesLeft: number
  readonly stopsLost: number
  readonly actedAlive: number
  readonly latestMs: number
}

async function readOutcome(
  { stack }: ScenarioContext,
  silent: readonly Trader[],
  alive: readonly Trader[],
): Promise<Outcome> {
  const ids = (traders: readonly Trader[]) => traders.map(({ accountId }) => accountId)
  const { rows } = await stack.database.query<Outcome>(
    `with acts as (
        select account_id, count(*) as times, max(created_at - split_part(client_id, '/', 3)::timestamptz) as late
        from commands where kind = 'dead_man_switch' group by account_id),
      placed as (
        select account_id, bool_or(kind = 'LIMIT' and status <> 'CANCELLED') as has_entry,
          bool_or(kind = 'STOP' and status = 'OPEN') as has_stop
        from orders where account_id = any($1::uuid[] || $2::uuid[]) group by account_id)
      select
        (select count(*) from unnest($1::uuid[]) id left join acts on account_id = id where times is distinct from 1)::int
          as "notOnce",
        (select count(*) from placed where account_id = any($1) and has_entry)::int as "entriesLeft",
        (select count(*) from placed where not has_stop)::int as "stopsLost",
        (select count(*) from acts where account_id = any($2))::int as "actedAlive",
        coalesce(extract(epoch from (select max(late) from acts where account_id = any($1))) * 1000, 0)::int as "latestMs"`,
    [ids(silent), ids(alive)],
  )
  const [outcome] = rows
  if (outcome === undefined) throw new Error('no outcome was read')
  return outcome
}

/** Again where the engine is busy, and a heartbeat, which is the same again, where it could not answer either. */
async function send<T>(
  { replicas: [replica] }: TestBed,
  method: 'POST' | 'PUT',
  path: string,
  { headers }: BotKey,
  body: object,
): Promise<T> {
  const deadline = Date.now() + SETTLE_MS
  let { status, text } = await replica.send({ method, path, headers, body })
  while ((status === 429 || (status === 500 && method === 'PUT')) && Date.now() < deadline) {
    await sleep(BUSY_MS)
    ;({ status, text } = await replica.send({ method, path, headers, body }))
  }
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text) as T
}

/** Applies `act` to all items, a few at a time. */
async function inTurns<T>(items: Iterable<T>, act: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}
