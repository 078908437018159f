/**
 * Builds the engine of one run: that which trades, with a database in memory, the run's clock and a tape in the place
 * of a feed. What is left out are the workers of a cluster; the player takes the place of the market's.
 */
import type { WebhookEndpoint } from '@ats/contracts'
import { inTransaction } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'
import type { HttpApp } from '@ats/service-kit/http'
import { loadEngineConfig, type EngineConfig } from '../../config.js'
import { createActOnSwitches } from '../../workers/switch-loop.js'
import { isAnythingDue } from '../../workers/market-loop.js'
import { promoteDue } from '../../commands/challenges/promote.js'
import { marketCommand } from '../../commands/system-commands.js'
import type { Account } from '../../core/model/account/account.js'
import { highestOf, type Highs } from '../../core/model/account/peak.js'
import type { ForcedOutcome } from '../../core/model/forced-outcome.js'
import type { Instruments } from '../../core/model/decision-context.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { Program } from '../../core/model/program/program.js'
import { formatTimestamp, type Micros } from '../../core/values/time.js'
import { createLabIds } from '../../lab/core/lab-market.js'
import { createEventHead, type EventHead, type EventTrace } from '../../lab/run/event-head.js'
import { openMemoryPostgres, type MemoryPostgres } from '../../lab/run/memory-postgres.js'
import { createPlayer, type Player } from '../../lab/run/player.js'
import { createRunNews } from '../../lab/run/run-news.js'
import { createRunClock, type RunClock } from '../../lab/run/run-clock.js'
import type { RunAccounts } from '../../lab/run/watched-accounts.js'
import { createTapeFeed } from '../../lab/tapes/tape-feed.js'
import { createTapePeaks } from '../../lab/tapes/tape-peaks.js'
import type { Tape } from '../../lab/tapes/tape.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { listAccountIds } from '../../store/accounts/accounts-in-market.js'
import { nextSwitchAt, takeSwitches } from '../../store/accounts/dead-man-switches.js'
import { raiseHighs } from '../../store/accounts/high-water-marks.js'
import { keepCalendar, NEWS_SEEN, type NewsCalendar } from '../../store/operator/news-calendar.js'
import { saveNews } from '../../store/operator/news.js'
import { insertPlan } from '../../store/operator/plans.js'
import { insertProgram } from '../../store/operator/programs.js'
import { keepMarketSeed } from '../../store/read/market-settings.js'
import { composeEngine, type Engine } from '../compose.js'
import type { EngineStore } from '../open-store.js'
import { createRunWallet, endpointsOfRun, type RunKey } from './run-wallet.js'

export interface RunOptions {
  /** The files of its database to begin with, or the database of a run before it, which is clear. */
  readonly database: Uint8Array | MemoryPostgres
  readonly tape: Tape
  readonly startsAt: Micros
  readonly plans: readonly Plan[]
  readonly program?: Program | null
  readonly news?: readonly NewsEvent[]
  readonly key: RunKey
  /** The receiver of the events of the run; absent: there is none. */
  readonly endpoint?: WebhookEndpoint | null
  /** Told of each account that has changed. */
  readonly onChanged?: (account: Account) => void
  /** Shapes the books, 32 bytes. */
  readonly seed: Uint8Array
  readonly logger: Logger
  readonly forced?: () => ForcedOutcome | null
  /** Told of all events. */
  readonly onEvents?: (events: readonly StoredEvent[]) => void
  /** Told what is kept of each event. */
  readonly onTrace?: (trace: EventTrace) => void
  /** Awaited between two parts of a long move of the clock. */
  readonly pause?: () => Promise<void>
}

export interface ComposedRun {
  readonly app: HttpApp
  readonly clock: RunClock
  readonly player: Player
  readonly head: EventHead
  readonly engine: Engine
  readonly database: MemoryPostgres
  /** Its database stays open, for the next run or for nobody. */
  readonly close: () => Promise<void>
}

export async function composeRun(options: RunOptions): Promise<ComposedRun> {
  const { tape, plans, program = null, seed, logger, pause } = options
  const clock = createRunClock(options.startsAt)
  const database = await databaseOf(options.database, clock)
  const { pool } = database
  await keepMarketSeed(pool, Buffer.from(seed).toString('hex'))
  const catalogue = loadCatalogue()
  const head = createEventHead(options.onTrace)
  const idAt = createLabIds()
  const promotions = createPromotions()
  const engine = await composeEngine(configOfRuns(), {
    ...{ logger, isStopping: () => false, newId: () => idAt(clock.now()), store: storeOf(database) },
    // Its process has the lowest priority: what is late there is late for no other reason.
    timeoutFactor: PATIENCE,
    isMadeUp: true,
    ...{ wallet: createRunWallet(options.key), webhookEndpoints: endpointsOfRun(options.endpoint ?? null) },
    clock: { now: clock.now, isKnown: true, start: () => Promise.resolve(), stop: () => Promise.resolve() },
    feed: createTapeFeed(tape, catalogue.all),
    peak: createTapePeaks(tape, catalogue),
    news: await openNews(database, options.news ?? [], clock),
    ...(options.forced && { forced: options.forced }),
    replyHeaders: () => ({ 'X-Lab-Time': formatTimestamp(clock.now()) }),
    onCommitted(account, events) {
      head.add(events)
      promotions.record(account)
      options.onEvents?.(events)
      options.onChanged?.(account)
      player.recordCommitted(account, events)
    },
  })
  for (const plan of plans) await insertPlan(pool, plan)
  if (program !== null) await insertProgram(pool, program)
  const player: Player = createPlayer({
    ...{ tape, clock, getContext: engine.accounts.getContext },
    spreadRateOf: (series) => spreadRateOf(catalogue, series),
    accounts: accountsOf(engine, database, { clock, logger, promotions }),
    ...(pause && { pause }),
  })
  return { app: engine.app, clock, player, head, engine, database, close: () => engine.close() }
}

const databaseOf = (from: RunOptions['database'], { now }: RunClock): MemoryPostgres | Promise<MemoryPostgres> =>
  from instanceof Uint8Array ? openMemoryPostgres(from, now) : from.again(now)

/** A list that is there from the beginning, and does not change. */
async function openNews(
  { pool }: MemoryPostgres,
  events: readonly NewsEvent[],
  { now }: RunClock,
): Promise<NewsCalendar> {
  if (events.length > 0) await inTransaction(pool, (client) => saveNews(client, events))
  const nothing = (): Promise<void> => Promise.resolve()
  const seen = createRunNews(events, now, NEWS_SEEN)
  let kept: readonly NewsEvent[] | null = null
  const keep = async (): Promise<void> => {
    if (kept === seen()) return
    kept = seen()
    await keepCalendar(pool, kept)
  }
  return { events: seen, start: keep, reload: keep, stop: nothing }
}

interface Promotions {
  /** To be told of every change of an account. */
  readonly record: (account: Account) => void
  readonly take: () => readonly string[]
}

/** Accounts of challenges that have passed. */
function createPromotions(): Promotions {
  const passed = new Set<string>()
  return {
    record({ id, phase, state }) {
      if (phase !== null && state === 'PASSED') passed.add(id)
    },
    take() {
      const ids = [...passed]
      passed.clear()
      return ids
    },
  }
}

const spreadRateOf = (instruments: Pick<Instruments, 'find'>, { symbol, venue }: Tape['series'][number]) => {
  const terms = instruments.find(symbol)?.terms[venue]
  if (terms === undefined) throw new Error(`${symbol} on ${venue} is not in the catalogue`)
  return terms.spreadRate
}

const PATIENCE = 20

/** The settings of a service that trades, without limits on requests, and with nothing of a cluster. */
const configOfRuns = (): EngineConfig => ({
  ...loadEngineConfig({
    ...{ DATABASE_URL: 'postgres://in-memory/run', WALLET_URL: 'http://127.0.0.1:9', MARKET_HOURS: 'venue' },
    ...{ WALLET_SERVICE_TOKEN: 'nobody-is-asked-in-a-run-of-the-laboratory', ACCOUNT_CREATION: 'open', ROLE: 'api' },
    ...{ REQUESTS_PER_MINUTE: '1000000000', PUBLIC_REQUESTS_PER_MINUTE: '0', NODE_ENV: 'development' },
    ...{ IN_FLIGHT_PER_KEY: '1000', IN_FLIGHT_PER_USER: '1000' },
  }),
  NODE_ENV: 'production',
})

/** One process, and one connection for all it does. */
const storeOf = ({ pool }: MemoryPostgres): EngineStore => ({
  ...{ pool, writePool: pool, webhookPool: pool, close: () => Promise.resolve() },
  replicas: () => ({
    isAlone: () => true,
    sender: () => null,
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }),
  probe: { canCommit: () => Promise.resolve(true), stop: () => Promise.resolve() },
})

interface RunTools {
  readonly clock: RunClock
  readonly promotions: Promotions
  readonly logger: Logger
}

const NO_PROBLEMS: readonly string[] = []

function accountsOf(
  { accounts: { contexts, runCommand, getContext } }: Engine,
  { pool, statements }: MemoryPostgres,
  { clock, logger, promotions }: RunTools,
): RunAccounts {
  let unsaved = new Map<string, Highs>()
  const act = createActOnSwitches({
    ...{ contexts, runCommand, now: clock.now, logger, onRanOut: () => undefined, onFailed: () => undefined },
  })
  return {
    list: () => listAccountIds(pool),
    get: (accountId) => contexts.get(accountId),
    async settle(account) {
      if (isAnythingDue(account, getContext(), null)) await runCommand(marketCommand(account, {}))
    },
    raiseHighs(accountId, highs) {
      contexts.raiseHighs(accountId, highs)
      unsaved.set(accountId, highestOf(highs, unsaved.get(accountId)))
    },
    async saveHighs() {
      if (unsaved.size === 0) return
      const highs = unsaved
      unsaved = new Map()
      await raiseHighs(pool, highs, null)
    },
    async promote() {
      const passed = promotions.take()
      for (const accountId of passed) await promoteDue({ contexts, runCommand, liveProblems: NO_PROBLEMS }, accountId)
      return passed.length > 0
    },
    nextSwitchAt: () => nextSwitchAt(pool),
    actOnSwitches: async () => void (await takeSwitches(pool, clock.now(), act)),
    changes: statements,
  }
}
