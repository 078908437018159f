import { setTimeout as sleep } from 'node:timers/promises'
import { outcomeOfResponse, type BotOptions } from '../bots/bot.js'
import { place, type BotAccount } from '../bots/steps.js'
import { residentBytes } from '../stack/process-tree.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { openLoop, percentile } from './open-loop.js'
import { conclude, expectThat, type Scenario, type ScenarioContext } from './scenario.js'
import { withTrigger } from './test-trigger.js'

const OFFERED_PER_SECOND = 900
/** A process that has just begun is slow in any case. */
const WARM_UP_PER_SECOND = 300
const WARM_UP_SECONDS = 6
/**
 * Bots keep their connections. Node accepts one new connection with each turn of its event loop, so a thousand that
 * connect concurrently to a busy process would wait for that alone.
 */
const CONNECTIONS = 1_500
/** Writes one row after the other, over all writers: pg_sleep oversleeps by about a third of a millisecond. */
const SLOW = 'perform pg_advisory_xact_lock(4711); perform pg_sleep(0.003);'
const ANSWER_WITHIN_MS = 2_500
/** Such refusals are held for up to 5 s, and may have waited a second for their turn. */
const REFUSED_WITHIN_MS = 6_500
const GROWTH_MAX_BYTES = 256 * 2 ** 20
const RECOVERED_WITHIN_MS = 1_000
const ORDERS_AFTER = 50

interface Answer {
  readonly status: number | null
  readonly hasRetryAfter: boolean
  readonly ms: number
}

/** The writer manages 300 orders a second and is offered three times as many. */
export const overload: Scenario = {
  name: 'overload',
  title: 'writer slowed to 300/s, 900/s offered',
  run: (context) =>
    withTestBed(context, { name: 'overload', bots: 30, accountsPerBot: 8 }, async (testBed) => {
      const trigger = { name: 'slow', table: 'commands', body: SLOW } as const
      await connect(testBed)
      await send(testBed, WARM_UP_PER_SECOND, WARM_UP_SECONDS)
      const { answers, after, growth, seconds } = await withTrigger(context.stack.database, trigger, async (disarm) => {
        const loaded = await offer(testBed, context)
        await disarm()
        return { ...loaded, after: await placeAfterwards(testBed) }
      })
      const { operations, checks } = await testBed.verify()
      const wrong = answers.filter((answer) => !isAllowed(answer))
      const times = answers.map(({ ms }) => ms)
      const slowest = Math.max(...answers.filter(({ status }) => status !== 429).map(({ ms }) => ms))
      const lastRefusedMs = Math.max(0, ...answers.filter(({ status }) => status === 429).map(({ ms }) => ms))
      const placed = answers.filter(({ status }) => status === 200).length
      const slowestAfter = Math.max(...after.map(({ ms }) => ms))
      const hasRecovered = after.every(({ status }) => status === 200) && slowestAfter <= RECOVERED_WITHIN_MS
      return conclude({
        injected: 1,
        operations,
        checks: [
          ...checks,
          expectThat('answers are 200, or 429 or 500 with Retry-After', wrong.length === 0, describeWrong(wrong)),
          expectThat('the load was too much', placed < answers.length, 'every order was placed'),
          expectThat(
            `answers come within ${ANSWER_WITHIN_MS} ms`,
            slowest <= ANSWER_WITHIN_MS,
            `the slowest took ${slowest.toFixed(0)} ms`,
          ),
          expectThat(
            `a request over a user's share is refused within ${REFUSED_WITHIN_MS} ms`,
            lastRefusedMs <= REFUSED_WITHIN_MS,
            `the last was refused after ${lastRefusedMs.toFixed(0)} ms`,
          ),
          expectThat(
            'memory stays bounded',
            growth <= GROWTH_MAX_BYTES,
            `it grew by ${inMebibytes(growth)} MiB, more than ${inMebibytes(GROWTH_MAX_BYTES)}`,
          ),
          expectThat(
            'it recovers immediately',
            hasRecovered,
            `orders afterwards: ${describeWrong(after)}, the slowest ${slowestAfter.toFixed(0)} ms`,
          ),
        ],
        notes: [
          `${answers.length} offered, ${placed} placed (${(placed / seconds).toFixed(0)}/s), p50 ${percentile(times, 0.5).toFixed(0)} ms, ` +
            `p99 ${percentile(times, 0.99).toFixed(0)} ms, max ${slowest.toFixed(0)} ms; memory +${inMebibytes(growth)} MiB; ` +
            `afterwards ${ORDERS_AFTER} orders one by one, the slowest ${slowestAfter.toFixed(0)} ms`,
        ],
      })
    }),
}

const isAllowed = ({ status, hasRetryAfter }: Answer): boolean =>
  status === 200 || ((status === 429 || status === 500) && hasRetryAfter)

const inMebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)

function describeWrong(answers: readonly Answer[]): string {
  const kinds = answers.map(({ status, hasRetryAfter }) => `${status}${hasRetryAfter ? ' with Retry-After' : ''}`)
  return [...new Set(kinds)].map((kind) => `${kinds.filter((each) => each === kind).length} × ${kind}`).join(', ')
}

async function offer(testBed: TestBed, context: ScenarioContext) {
  const seconds = context.count(10, 3)
  const pid = testBed.engines[0].pid() ?? 0
  const before = residentBytes(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentBytes(pid))), 500)
  const answers = await send(testBed, OFFERED_PER_SECOND, seconds, (done) =>
    context.progress(`${done}/${OFFERED_PER_SECOND * seconds} answered`),
  )
  clearInterval(watch)
  return { answers, growth: most - before, seconds }
}

async function connect({ replicas: [{ send: get }] }: TestBed): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => get({ method: 'GET', path: '/healthz', headers: {} })))
}

/** Orders for all accounts in turn. */
async function send(
  testBed: TestBed,
  perSecond: number,
  seconds: number,
  onAnswer: (done: number) => void = () => undefined,
): Promise<readonly Answer[]> {
  const targets = testBed.bots.flatMap((bot) => bot.accounts.map((account) => ({ bot, account })))
  const answers: Answer[] = []
  await openLoop(perSecond, seconds, async (index) => {
    const target = targets[index % targets.length]
    if (target !== undefined) answers.push(await placeOnce(testBed, target.bot, target.account))
    onAnswer(answers.length)
  })
  return answers
}

async function placeAfterwards(testBed: TestBed): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let index = 0; index < ORDERS_AFTER; index += 1) {
    const bot = testBed.bots[index % testBed.bots.length]
    if (bot !== undefined) answers.push(await placeOnce(testBed, bot, bot.accounts[0]))
    await sleep(5)
  }
  return answers
}

async function placeOnce({ history }: TestBed, bot: BotOptions, account: BotAccount): Promise<Answer> {
  const invocation = history.invoke({ bot: bot.bot, userId: bot.key.userId, ...place(account, bot.random, null) })
  const [{ name, send }] = bot.replicas
  const { op, path, body } = invocation
  const startedAt = performance.now()
  const line = { op, replica: name } as const
  try {
    const { status, text, headers } = await send({ method: 'POST', path, headers: bot.key.headers, body })
    history.append({ ...line, type: outcomeOfResponse(status, text), atMs: Date.now(), status, text })
    return { status, hasRetryAfter: headers['retry-after'] !== undefined, ms: performance.now() - startedAt }
  } catch (error) {
    history.append({ ...line, type: 'info', atMs: Date.now(), status: null, text: String(error) })
    return { status: null, hasRetryAfter: false, ms: performance.now() - startedAt }
  }
}
