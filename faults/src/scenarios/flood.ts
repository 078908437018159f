import { setTimeout as sleep } from 'node:timers/promises'
import { sendOnce, type BotOptions } from '../bots/bot.js'
import { place } from '../bots/steps.js'
import { botKey } from '../engine/keys.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { openLoop, percentile } from './open-loop.js'
import { conclude, expectThat, type Scenario } from './scenario.js'

/** Keys that flood one account, each at the limit of 1,200 a minute. */
const FLOODING_KEYS = 4
const PER_KEY_PER_SECOND = 20
const OTHERS = 24
const OTHERS_PER_SECOND = 150
const RATIO_MAX = 2
/**
 * A short run has a few hundred orders, so one pause of a shared machine decides its p99: only a wait above this noise
 * is blamed on the flood. An account that waits behind another's queue waits for seconds.
 */
const SHORT_RUN_NOISE_MS = 100
const PAUSE_MS = 300
const WARM_UP_SECONDS = 6

/** One account is sent as many orders as its user's keys allow; what others wait for theirs must not double. */
export const flood: Scenario = {
  name: 'flood',
  title: "one account's flood beside others",
  run: (context) =>
    withTestBed(
      context,
      { name: 'flood', bots: OTHERS + 1, accountsPerBot: 1, requestsPerMinute: PER_KEY_PER_SECOND * 60 },
      async (testBed) => {
        const { rounds, seconds } = context.isFull ? { rounds: 7, seconds: 5 } : { rounds: 3, seconds: 3 }
        const measured: { quiet: number; flooded: number }[] = []
        await measure(testBed, WARM_UP_SECONDS, true) // a process that has just begun is slow in any case
        for (let round = 1; round <= rounds; round += 1) {
          const quiet = await measure(testBed, seconds, false)
          const flooded = await measure(testBed, seconds, true)
          measured.push({ quiet, flooded })
          context.progress(`${round}/${rounds} rounds`)
        }
        const { operations, checks } = await testBed.verify()
        const ratio = percentile(
          measured.map(({ quiet, flooded }) => flooded / quiet),
          0.5,
        )
        const flooded = percentile(
          measured.map((round) => round.flooded),
          0.5,
        )
        const isNoise = !context.isFull && flooded <= SHORT_RUN_NOISE_MS
        return conclude({
          injected: rounds,
          operations,
          checks: [
            ...checks,
            expectThat(
              `p99 of the others at most ${RATIO_MAX}× (median of the rounds)`,
              ratio <= RATIO_MAX || isNoise,
              `it was ${ratio.toFixed(2)}×`,
            ),
          ],
          notes: [
            `p99 of the others ${ratio.toFixed(2)}× (median); rounds quiet → flooded: ${measured
              .map(({ quiet, flooded }) => `${quiet.toFixed(1)} → ${flooded.toFixed(1)} ms`)
              .join(', ')}`,
          ],
        })
      },
    ),
}

/** p99 of the others' orders, in milliseconds. */
async function measure(testBed: TestBed, seconds: number, isFlooded: boolean): Promise<number> {
  const [flooder, ...others] = testBed.bots
  if (flooder === undefined) throw new Error('the flood has a bot of its own')
  const latencies: number[] = []
  const measuring = openLoop(OTHERS_PER_SECOND, seconds, async (index) => {
    const bot = others[index % others.length]
    if (bot === undefined) return
    const startedAt = performance.now()
    await placeOnce(testBed, bot)
    latencies.push(performance.now() - startedAt)
  })
  const flooding = isFlooded ? floodWith(testBed, flooder, seconds) : Promise.resolve()
  await Promise.all([measuring, flooding])
  await sleep(PAUSE_MS)
  return percentile(latencies, 0.99)
}

async function floodWith(testBed: TestBed, flooder: BotOptions, seconds: number): Promise<void> {
  const keys = Array.from({ length: FLOODING_KEYS }, (_, n) => botKey(flooder.user, n))
  await openLoop(FLOODING_KEYS * PER_KEY_PER_SECOND, seconds, (index) =>
    placeOnce(testBed, { ...flooder, key: keys[index % FLOODING_KEYS] ?? flooder.key }),
  )
}

async function placeOnce({ history }: TestBed, bot: BotOptions): Promise<void> {
  const [account] = bot.accounts
  const invocation = history.invoke({ bot: bot.bot, userId: bot.key.userId, ...place(account, bot.random, null) })
  history.append(await sendOnce(bot, invocation, bot.replicas[0]))
}
