import { findAnvil } from '@ats/test-chain'
import { waitUntil } from '@ats/local-stack'
import { SENDER_POINTS, type SenderPoint } from '../engine/crash-points.js'
import { withLiveTestBed, type LiveAccount, type LiveTestBed } from '../live/live-test-bed.js'
import { runLiveBot } from '../live/live-bot.js'
import { verifyLive } from '../live/live-checks.js'
import { endAll } from '../live/live-end.js'
import { LIVE_FAULTS, movePrice, reverts, type LiveFault } from '../live/live-faults.js'
import { runLimits, type LimitsMet } from '../live/live-limits.js'
import { runStops, type Stop } from '../live/live-stops.js'
import type { Random } from '../random.js'
import { conclude, expectThat, type Scenario, type ScenarioContext } from './scenario.js'

const FAULTS = { full: 200, tenth: 20 }
const ACCOUNTS = ['GMX', 'OSTIUM', 'GMX', 'OSTIUM'] as const
/** Where accounts with a narrow limit of the day are opened as well. */
const LIMITED = ['GMX', 'OSTIUM'] as const
/** At most so many passages go by before the process ends: of what happens with every block, and of what does not. */
const PASSAGES = { often: 20, seldom: 3 }
const OFTEN = 'before move_cursor'
/** Where an end is the most dangerous: always among them. */
const WORST: readonly SenderPoint[] = ['before store', 'after sign', 'before mark_sent', 'before book', 'after book']
const CRASH_TIMEOUT_MS = 30_000
const PRICE_CHANCE = 0.3

/** The engine ends between any two steps of sending live orders, while endpoints, blocks and keepers fail, too. */
export const liveOrders: Scenario = {
  name: 'live-orders',
  title: 'live orders: kills between the steps, endpoints and reorganisations',
  missing: () => (findAnvil() === null ? 'anvil is not installed (npm ci --prefix release)' : null),
  run: (context) =>
    withLiveTestBed(context, 'live-orders', async (testBed) => {
      const accounts: LiveAccount[] = []
      for (const venue of ACCOUNTS) accounts.push(await testBed.openAccount(venue))
      const plan = planFaults(context)
      const outcome = await trade(context, testBed, accounts, plan)
      const left = await endAll(testBed, accounts)
      const { operations, checks } = await verifyLive(testBed, accounts, outcome.stops)
      const reached = new Set(outcome.reached)
      return conclude({
        injected: outcome.reached.length + plan.faults.length,
        operations,
        checks: [
          ...checks,
          expectThat(
            'all came to its end',
            left.length === 0,
            `${left.map(({ wallet }) => wallet).join(', ')} did not`,
          ),
          expectThat(
            'a day was locked, and an account ended',
            ['daily_lock', 'daily_end'].every((name) => outcome.stops.some(({ kind }) => kind === name)),
            countsOf(outcome.stops),
          ),
          expectThat(
            'a limit of the day left nothing that opens, and its end nothing',
            outcome.left.length === 0,
            outcome.left.join(', '),
          ),
          expectThat(
            'it ended only where it was killed',
            outcome.deaths === plan.points.length + 1,
            `${outcome.deaths} ends`,
          ),
          expectThat(
            'most points were reached',
            2 * outcome.reached.length >= plan.points.length,
            `${reached.size} were`,
          ),
        ],
        notes: [
          `${outcome.reached.length} of ${plan.points.length} ends at the point that was named, ${reached.size} points`,
          `${await countTransactions(testBed)} transactions of ${accounts.length} wallets`,
          `stops: ${countsOf(outcome.stops)}`,
        ],
      })
    }),
}

interface FaultPlan {
  /** As CRASH_AT has them. */
  readonly points: readonly string[]
  /** One while each end is waited for. */
  readonly faults: readonly LiveFault[]
}

/** Each point and each fault comes once before any comes again. */
function planFaults(context: ScenarioContext): FaultPlan {
  const random = context.random.fork('faults')
  const half = context.count(FAULTS.full, FAULTS.tenth) / 2
  const others = SENDER_POINTS.filter((point) => !WORST.includes(point))
  const drawn = [...WORST, ...inTurns(others, others.length, random), ...inTurns(SENDER_POINTS, half, random)]
  const points = drawn
    .slice(0, half)
    .map((point) => `${point}:${1 + random.below(point === OFTEN ? PASSAGES.often : PASSAGES.seldom)}`)
  const around = inTurns(LIVE_FAULTS, half, random)
  // Nothing is reported as reverted before something was.
  const faults = points.map((point, index) => (point.includes('reverted') ? reverts : (around[index] ?? reverts)))
  return { points, faults }
}

function inTurns<T>(all: readonly T[], count: number, random: Random): readonly T[] {
  const list: T[] = []
  while (list.length < count) {
    const round = [...all]
    while (round.length > 0) list.push(...round.splice(random.below(round.length), 1))
  }
  return list.slice(0, count)
}

interface Outcome extends LimitsMet {
  readonly reached: readonly string[]
  readonly deaths: number
}

async function trade(
  context: ScenarioContext,
  testBed: LiveTestBed,
  accounts: LiveAccount[],
  { points, faults }: FaultPlan,
): Promise<Outcome> {
  const { engine } = testBed
  const random = context.random.fork('injections')
  const reached: string[] = []
  let isOver = false
  const trading = Promise.all(
    accounts.map((account, bot) => runLiveBot(testBed, account, bot, context.random.fork(`bot ${bot}`), () => isOver)),
  )
  const stopping = Promise.all(
    accounts.map((account, index) => runStops(testBed, account, context.random.fork(`stops ${index}`), () => isOver)),
  )
  const limiting = Promise.all(
    LIMITED.map((venue, index) => {
      const bot = { venue, bot: ACCOUNTS.length + index, random: context.random.fork(`limits ${index}`), first: index }
      return runLimits(testBed, accounts, bot, () => isOver)
    }),
  )
  for (const running of [trading, stopping, limiting]) running.catch(() => undefined) // all are awaited in the end
  try {
    engine.crashAt(points)
    await engine.kill() // from here on each start is armed
    for (const [index, point] of points.entries()) {
      context.progress(`${2 * index}/${2 * points.length} faults, next ${point} and ${faults[index]?.name}`)
      const hasEnded = (): boolean => engine.deaths() > index + 1
      await faults[index]?.inject(testBed, random)
      if (random.chance(PRICE_CHANCE)) await movePrice(testBed, accounts, random).catch(() => undefined)
      if (await waitUntil(hasEnded, { timeoutMs: CRASH_TIMEOUT_MS })) reached.push(point.split(':')[0] ?? '')
      else await engine.kill()
    }
    await engine.ready()
  } finally {
    isOver = true
    await Promise.all([trading, stopping, limiting])
  }
  const limits = await limiting
  return {
    ...{ reached, deaths: engine.deaths() },
    stops: [...(await stopping).flat(), ...limits.flatMap(({ stops }) => stops)],
    left: limits.flatMap(({ left }) => left),
  }
}

function countsOf(stops: readonly Stop[]): string {
  const kinds = [...new Set(stops.map(({ kind }) => kind))]
  return kinds.map((name) => `${stops.filter(({ kind }) => kind === name).length} ${name}`).join(', ') || 'none'
}

async function countTransactions({ database }: LiveTestBed): Promise<number> {
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from venue_transactions')
  return rows[0]?.count ?? 0
}
