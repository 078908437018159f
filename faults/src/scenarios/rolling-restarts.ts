import { setTimeout as sleep } from 'node:timers/promises'
import { carryOut, outcomeOfResponse, type BotOptions } from '../bots/bot.js'
import type { SupervisedEngine } from '../stack/supervised-engine.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { openLoop } from './open-loop.js'
import { conclude, expectThat, type Scenario, type ScenarioContext } from './scenario.js'

const REQUESTS_PER_SECOND = 200
const BOTS = 20
/** A process that has just begun is slow in any case. */
const WARM_UP = { requestsPerSecond: 50, seconds: 4 }
/** As deploy/haproxy wants it: longer than it takes to find out, however busy everything is. */
const DRAIN_MS = 5_000
const HELD_AGAIN_WITHIN_MS = 5_000
const SHARDS = 64
/**
 * Maximum share of requests that may get 500 with Retry-After: on a busy machine an engine that has just started is too
 * slow for some of its first requests. A full run, on a machine of its own, allows none.
 */
const RETRIED_MAX = 0.01
const PRICE = '/v1/price?symbol=BTC-USD'

/**
 * Replicas and workers are replaced one after the other under load, as an upgrade does, and then workers are killed: no
 * request fails, since haproxy sends none to a process that is about to end.
 */
export const rollingRestarts: Scenario = {
  name: 'rolling-restarts',
  title: 'rolling restarts of two replicas and two workers behind haproxy',
  isReplicated: true,
  run: (context) =>
    withTestBed(
      context,
      { name: 'rolling-restarts', bots: BOTS, drainMs: DRAIN_MS, balance: 'as configured', readBack: 0 },
      async (testBed) => {
        const rounds = context.count(20, 3)
        const kills = context.count(10, 2)
        const failures: Failure[] = []
        let requests = 0
        let isOver = false
        const lastOrders = new Map<BotOptions, string>()
        const begin = async (index: number): Promise<void> => {
          const bot = testBed.bots[index % testBed.bots.length]
          if (bot === undefined) return
          requests += 1
          const problem = await turnOf(index, testBed, bot, lastOrders)
          if (problem !== null) failures.push(problem)
        }
        await openLoop(WARM_UP.requestsPerSecond, WARM_UP.seconds, begin)
        requests = 0
        const loading = openLoop(REQUESTS_PER_SECOND, () => isOver, begin)
        const startedAt = Date.now()
        const heldAgainMs: number[] = []
        try {
          for (let round = 1; round <= rounds; round += 1) {
            await replaceAll(testBed)
            context.progress(`${round}/${rounds} rounds`)
          }
          for (let kill = 0; kill < kills; kill += 1) {
            const victim = testBed.workers[kill % testBed.workers.length]
            if (victim !== undefined) heldAgainMs.push(await killWorker(context, victim))
          }
        } finally {
          isOver = true
          await loading
        }
        const seconds = (Date.now() - startedAt) / 1_000
        const { operations, checks } = await testBed.verify()
        const failed = failures.filter(({ isToRetry }) => !isToRetry)
        const retried = failures.length - failed.length
        const slowest = Math.max(...heldAgainMs)
        const deaths = [...testBed.engines, ...testBed.workers].reduce((sum, engine) => sum + engine.deaths(), 0)
        return conclude({
          injected: rounds,
          operations,
          checks: [
            ...checks,
            expectThat('no request fails', failed.length === 0, `${failed.length} did, e.g. ${failed[0]?.text}`),
            expectThat(
              'no request has to be retried (in a short run: hardly any)',
              retried <= (context.isFull ? 0 : RETRIED_MAX * requests),
              `${retried} had to`,
            ),
            expectThat(
              `${REQUESTS_PER_SECOND} requests/s were made`,
              requests >= 0.95 * REQUESTS_PER_SECOND * seconds,
              `${(requests / seconds).toFixed(0)}/s were`,
            ),
            expectThat(
              `all shards are held again within ${HELD_AGAIN_WITHIN_MS} ms of a SIGKILL`,
              slowest <= HELD_AGAIN_WITHIN_MS,
              `it took ${slowest} ms`,
            ),
            expectThat('they ended only where they were killed', deaths === kills, `${deaths} ends`),
          ],
          notes: [
            `${rounds} rounds, ${requests} requests at ${(requests / seconds).toFixed(0)}/s, ${failed.length} failed, ${retried} told to retry; ` +
              `shards held again ${slowest} ms after a SIGKILL at most, of ${kills}`,
          ],
        })
      },
    ),
}

/**
 * Replaces one replica and one worker at a time, the next ones when these are up again; until then the others do all
 * the work.
 */
async function replaceAll({ engines, workers, haproxy }: TestBed): Promise<void> {
  for (const [index, engine] of engines.entries()) {
    await Promise.all([engine.restart(), workers[index]?.restart()])
    await haproxy?.sendsTo(engines.length)
  }
}

interface Failure {
  /** 500: the answer of the engine itself, not a connection that was lost. */
  readonly isToRetry: boolean
  readonly text: string
}

const failure = (status: number, text: string): Failure => ({ isToRetry: status === 500, text: `${status} ${text}` })

/** A bot's requests: of four, two read a price, one reads its last order, and one acts. */
function turnOf(
  index: number,
  testBed: TestBed,
  bot: BotOptions,
  lastOrders: Map<BotOptions, string>,
): Promise<Failure | null> {
  const turn = (index + Math.floor(index / BOTS)) % 4
  if (turn === 0) return act(testBed, bot, lastOrders)
  return lookUp(bot, (turn === 2 ? lastOrders.get(bot) : undefined) ?? PRICE)
}

/**
 * The failure of a request, if it failed: a response about the request itself, such as 404 for nothing to close, is
 * none.
 */
async function act(
  { history }: TestBed,
  bot: BotOptions,
  lastOrders: Map<BotOptions, string>,
): Promise<Failure | null> {
  const account = bot.random.pick(bot.accounts)
  const invocation = history.invoke({ bot: bot.bot, userId: bot.key.userId, ...bot.choose(account, bot.random) })
  const [{ name, send }] = bot.replicas
  const { op, path, body } = invocation
  const line = { op, replica: name } as const
  try {
    const { status, text } = await send({ method: 'POST', path, headers: bot.key.headers, body })
    const type = outcomeOfResponse(status, text)
    history.append({ ...line, type, atMs: Date.now(), status, text })
    if (type === 'ok') {
      const orderId = account.note(invocation, text)
      if (orderId !== null) lastOrders.set(bot, `/v1/account/${account.id}/orders/${orderId}`)
    }
    const isRefused = type === 'fail' && invocation.action !== 'place'
    if (type === 'ok' || isRefused) return null
    // As documented; without a client_id it would be another order.
    if (status === 500 && (invocation.clientId !== null || invocation.action === 'cancel'))
      await carryOut(bot, invocation)
    return failure(status, `POST ${path}: ${text}`)
  } catch (error) {
    history.append({ ...line, type: 'info', atMs: Date.now(), status: null, text: String(error) })
    return { isToRetry: false, text: `POST ${path}: ${String(error)}` }
  }
}

async function lookUp({ key, replicas: [{ send }] }: BotOptions, path: string): Promise<Failure | null> {
  try {
    const { status, text } = await send({ method: 'GET', path, headers: key.headers })
    return status === 200 ? null : failure(status, `GET ${path}: ${text}`)
  } catch (error) {
    return { isToRetry: false, text: `GET ${path}: ${String(error)}` }
  }
}

/**
 * Milliseconds from the kill until others hold all shards. The killed worker then restarts and gets its share again.
 */
async function killWorker({ stack }: ScenarioContext, victim: SupervisedEngine): Promise<number> {
  const holders = async (): Promise<{ pids: readonly number[]; shards: number }> => {
    const { rows } = await stack.database.query<{ pid: number; shards: number }>(
      `select pid, count(*)::int as shards from pg_locks where locktype = 'advisory' and classid = 7302 and objid < ${SHARDS}
        and granted and database = (select oid from pg_database where datname = current_database()) group by pid`,
    )
    return { pids: rows.map(({ pid }) => pid), shards: rows.reduce((sum, row) => sum + row.shards, 0) }
  }
  const before = await holders()
  const killedAt = Date.now()
  await victim.kill()
  for (;;) {
    const { pids, shards } = await holders()
    const isGone = before.pids.some((pid) => !pids.includes(pid))
    const ms = Date.now() - killedAt
    if ((isGone && shards === SHARDS) || ms > 6 * HELD_AGAIN_WITHIN_MS) {
      await victim.ready()
      return ms
    }
    await sleep(10)
  }
}
