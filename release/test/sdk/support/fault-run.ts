/** A client that places orders through every fault between it, the engine and Postgres, and what became of each. */
import { createTestDatabase, startFaultProxy, type FaultMode, type FaultProxy } from '@ats/test-kit'
import { OutcomeUnknown, TradingClient, type AccountOrder, type Clock, type Placement } from '@ats/sdk'
import { startEngine } from '../../../../services/trading-engine/test/support/engine.js'

export interface FaultRunOptions {
  readonly intents: number
  readonly seed: number
}

/** The numbers of a run. */
export interface FaultRun {
  readonly placed: number
  readonly refused: number
  /** Reported as unknown, and then found out by repeating them. */
  readonly unknown: { readonly placed: number; readonly refused: number }
  /** Reported as not done. */
  readonly notDone: number
  readonly attempts: number
  readonly faults: number
  /** Intents with more than one order. */
  readonly doubled: number
  /** Intents that were reported as placed and have no order. */
  readonly lost: number
  /** Intents whose report and database disagree otherwise. */
  readonly wrong: readonly string[]
}

const AT_A_TIME = 24
/** Short, so that a hanging attempt is over soon. */
const ATTEMPT_MS = 400
/** Some callers give up so early that their outcome is often unknown. */
const [HASTY_MS, PATIENT_MS] = [500, 120_000]

/** As time goes, but all waits are a twentieth. */
const CLOCK: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 20)),
}

export async function runThroughFaults({ intents, seed }: FaultRunOptions): Promise<FaultRun> {
  const random = createRandom(seed)
  const database = await createTestDatabase('trading-engine')
  const url = new URL(database.url)
  const behind = await startFaultProxy({ targetPort: Number(url.port) })
  url.port = String(behind.port)
  const engine = await startEngine({ databaseUrl: url.toString(), runtime: { patience: 1 } })
  const front = await startFaultProxy({ targetPort: Number(new URL(engine.baseUrl).port) })
  const { key } = engine.as()
  const attempts = { count: 0 }
  const options = { key: key.key, secret: key.secret, clock: CLOCK, attemptMs: ATTEMPT_MS }
  const faulty = failingFetch(random, attempts)
  const trading = new TradingClient({ ...options, url: `http://127.0.0.1:${front.port}`, fetch: faulty })
  const direct = new TradingClient({ ...options, url: engine.baseUrl, attemptMs: 20_000, deadlineMs: PATIENT_MS })
  const account = await direct.createAccount({ plan_id: 'standard-100k' })

  const reports: Report[] = []
  let next = 0
  const bot = async (): Promise<void> => {
    while (next < intents) {
      const number = next++
      const order = orderOf(number)
      const deadlineMs = number % 3 === 0 ? HASTY_MS : PATIENT_MS
      const report = await trading
        .account(account.id)
        .place(order, { deadlineMs })
        .catch((error: unknown) => error)
      reports.push({ number, report: report as Placement | Error })
    }
  }
  const bots = Promise.all(Array.from({ length: AT_A_TIME }, bot))
  const faults = await failUntil(bots, { front, behind, random, attempts })
  await bots
  const found = await findOut(reports, direct.account(account.id))
  const { rows } = await engine.pool.query<{ limit_price: string; count: string }>(
    'select limit_price, count(*) from orders where account_id = $1 group by limit_price',
    [account.id],
  )
  const orders = new Map(rows.map((row) => [Math.round(Number(row.limit_price) - PRICE), Number(row.count)]))
  await Promise.all([engine.close(), front.close()])
  await behind.close()
  await database.drop()
  return judge(found, orders, { attempts: attempts.count, faults })
}

interface Report {
  readonly number: number
  readonly report: Placement | Error
}

const PRICE = 1_000

/** Its price tells whose it is, and it rests nowhere. Every tenth is refused: post-only, at a price that would take. */
const orderOf = (number: number): AccountOrder => {
  const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: '0.01' } as const
  return isRefused(number)
    ? { ...order, tif: 'GTX', price: String(1_000 * PRICE + number) }
    : { ...order, tif: 'IOC', price: String(PRICE + number) }
}

const isRefused = (number: number): boolean => number % 10 === 9

interface Attempts {
  count: number
}

/** Fails some attempts as what is between would: before they are sent, or when the service has done its work. */
function failingFetch(random: () => number, attempts: Attempts): typeof globalThis.fetch {
  const busy = () =>
    new Response('{"error":"rate_limited","message":"busy"}', { status: 429, headers: { 'retry-after': '1' } })
  return async (...request) => {
    attempts.count += 1
    const roll = random()
    if (roll < 0.04) return busy()
    if (roll < 0.08) return new Response('bad gateway', { status: 502 })
    const response = await globalThis.fetch(...request)
    if (roll < 0.12) return new Response('{"error":"engine_error","message":"lost"}', { status: 500 })
    if (roll < 0.16) throw new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } })
    return response
  }
}

interface Network {
  readonly front: FaultProxy
  readonly behind: FaultProxy
  readonly random: () => number
  readonly attempts: Attempts
}

/** One fault after the other, each for some attempts, with some between them. Returns how many there were. */
async function failUntil(end: Promise<unknown>, { front, behind, random, attempts }: Network): Promise<number> {
  let isOver = false
  void end.finally(() => (isOver = true))
  const whileAttempts = async (count: number): Promise<void> => {
    const until = attempts.count + count
    while (!isOver && attempts.count < until) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const cut = (): FaultMode => ({ cutAfterBytes: 1 + Math.floor(random() * 2_000) })
  const faults: readonly (() => Promise<unknown>)[] = [
    () => front.mode('reset'),
    () => front.mode('refuse'),
    () => front.mode('hang'),
    () => front.mode(cut()),
    () => behind.mode('reset'),
    () => behind.mode(cut()),
    () => Promise.race([behind.dropCommitAnswer(1 + Math.floor(random() * 5)), end]),
    () => Promise.race([behind.dropCommitAnswer(1), end]),
  ]
  let count = 0
  while (!isOver) {
    await whileAttempts(AT_A_TIME)
    await faults[Math.floor(random() * faults.length)]?.()
    count += 1
    await whileAttempts(AT_A_TIME)
    await Promise.all([front.mode('forward'), behind.mode('forward')])
  }
  return count
}

interface Found extends Report {
  /** The answer to repeating one that was unknown. */
  readonly repeated: Placement | null
}

/** Repeats what is unknown, as the error says, now that nothing fails. */
const findOut = (reports: readonly Report[], account: ReturnType<TradingClient['account']>): Promise<Found[]> =>
  Promise.all(
    reports.map(async ({ number, report }) => {
      const clientId = report instanceof OutcomeUnknown ? report.clientId : null
      const repeated = clientId === null ? null : await account.repeat({ ...orderOf(number), client_id: clientId })
      return { number, report, repeated }
    }),
  )

function judge(
  found: readonly Found[],
  orders: ReadonlyMap<number, number>,
  ran: { attempts: number; faults: number },
): FaultRun {
  const run = { placed: 0, refused: 0, unknown: { placed: 0, refused: 0 }, notDone: 0, doubled: 0, lost: 0 }
  const wrong: string[] = []
  for (const { number, report, repeated } of found) {
    const count = orders.get(number) ?? 0
    if (count > 1) run.doubled += 1
    if (report instanceof Error && repeated === null) {
      run.notDone += 1
      if (count > 0 || !NOT_DONE.includes(report.name))
        wrong.push(`${number}: ${report.name} ${report.message}, ${count} orders`)
      continue
    }
    const { placed } = repeated ?? (report as Placement)
    const tally = repeated === null ? run : run.unknown
    tally[placed ? 'placed' : 'refused'] += 1
    if (placed && count === 0) run.lost += 1
    if (placed === isRefused(number)) wrong.push(`${number}: placed ${placed}`)
    if (!placed && count > 0) wrong.push(`${number}: refused, ${count} orders`)
  }
  return { ...run, ...ran, wrong }
}

/** Errors by which nothing was done. */
const NOT_DONE = ['RateLimitExceeded', 'ExchangeNotAvailable', 'RequestTimeout']

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
