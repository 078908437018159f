/** Clients that place orders through every fault between them, the engine and Postgres, and what became of each. */
import { createTestDatabase, startFaultProxy } from '@ats/test-kit'
import { TradingClient, type Clock, type Placement } from '@ats/sdk'
import { startEngine, type TestEngine } from '../../../../services/trading-engine/test/support/engine/engine.js'
import { failingFetch, failUntil, type Faults } from './failing-network.js'
import { isUnknown, planIntent, type PlannedIntent, type Report } from './intents.js'
import { reconcile, type Reconciliation } from './reconcile.js'

export interface FaultRunOptions {
  readonly intents: number
  readonly seed: number
  /** Each of a user of its own, with as many bots. */
  readonly accounts: number
  readonly databaseHangs: boolean
}

export interface FaultRun extends Reconciliation {
  readonly attempts: number
  readonly faults: Faults
}

/** More would wait for one another most of the time: an account decides one order after the other. */
const BOTS_OF_ACCOUNT = 4
/** Longer than the engine takes to answer anything, with which it may be busy: shorter ones would only add to it. */
const ATTEMPT_MS = 2_500
/** Some callers give up so early that their outcome is often unknown. */
const [HASTY_MS, PATIENT_MS] = [500, 120_000]

/** As time goes, but all waits are a twentieth. */
const CLOCK: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 20)),
}

export async function runThroughFaults(options: FaultRunOptions): Promise<FaultRun> {
  const random = createRandom(options.seed)
  const database = await createTestDatabase('trading-engine')
  const url = new URL(database.url)
  const behind = await startFaultProxy({ targetPort: Number(url.port) })
  url.port = String(behind.port)
  const engine = await startEngine({ databaseUrl: url.toString(), LOG_LEVEL: 'warn', runtime: { timeoutFactor: 1 } })
  const front = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })

  let attempts = 0
  const fetch = failingFetch(random, () => (attempts += 1))
  const traders = await Promise.all(Array.from({ length: options.accounts }, () => openTrader(engine)))
  const bots = traders.flatMap((trader) =>
    Array.from({ length: BOTS_OF_ACCOUNT }, () => {
      const faulty = { clock: CLOCK, attemptMs: ATTEMPT_MS, url: `http://127.0.0.1:${front.port}`, fetch }
      return { accountId: trader.accountId, client: new TradingClient({ ...trader.credentials, ...faulty }) }
    }),
  )
  const reports: Report[] = []
  let next = 0
  const running = Promise.all(
    bots.map(async ({ accountId, client }) => {
      while (next < options.intents) reports.push(await report(planIntent(next++, accountId), client))
    }),
  )
  const counts = () => ({ attempts, reports: reports.length })
  const { databaseHangs } = options
  const faults = await failUntil(running, { front, behind, random, counts, every: bots.length, databaseHangs })
  await running
  const found = await findOut(reports, traders)
  const result = await reconcile(engine.pool, found)
  await Promise.all([engine.close(), front.close()])
  await behind.close()
  await database.drop()
  return { ...result, attempts, faults }
}

interface Trader {
  readonly accountId: string
  readonly credentials: { readonly key: string; readonly secret: string }
  /** Past the faults before the engine. */
  readonly direct: TradingClient
}

async function openTrader(engine: TestEngine): Promise<Trader> {
  const { key } = engine.as()
  const credentials = { key: key.key, secret: key.secret }
  const patient = { attemptMs: 20_000, deadlineMs: PATIENT_MS }
  const direct = new TradingClient({ ...credentials, url: engine.baseUrl, ...patient })
  const { id } = await direct.createAccount({ plan_id: 'standard-100k' })
  return { accountId: id, credentials, direct }
}

async function report(intent: PlannedIntent, client: TradingClient): Promise<Report> {
  const deadlineMs = intent.number % 3 === 0 ? HASTY_MS : PATIENT_MS
  const told = await client
    .account(intent.accountId)
    .place(intent.order, { deadlineMs })
    .catch((error: unknown) => error as Error)
  return { intent, told, repeated: null }
}

/** Repeats what is unknown, as the error says, now that nothing fails. */
async function findOut(reports: readonly Report[], traders: readonly Trader[]): Promise<readonly Report[]> {
  const found: Report[] = []
  const repeat = async ({ accountId, direct }: Trader): Promise<void> => {
    const account = direct.account(accountId)
    for (const each of reports.filter(({ intent }) => intent.accountId === accountId)) {
      const repeated: Placement | null = isUnknown(each.told) ? await account.repeat(each.intent.order) : null
      found.push({ ...each, repeated })
    }
  }
  await Promise.all(traders.map(repeat))
  return found
}

/** Numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
