/** LIVE accounts that lose more than they may on a day, one after another: the day is locked, or the account ends. */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@ats/local-stack'
import type { Random } from '../random.js'
import type { LiveAccount, LiveTestBed } from './live-test-bed.js'
import { runLiveBot } from './live-bot.js'
import type { VenueName } from './live-chain.js'
import { readWorking, type Working } from './live-end.js'
import type { Stop } from './live-stops.js'

interface Limit {
  readonly kind: string
  readonly plan: string
  /** The state of an account that has crossed it. */
  readonly state: string
  /** The number of orders and positions that the service has still to end. */
  readonly left: (working: Working) => number
}

const LIMITS: readonly [Limit, ...Limit[]] = [
  {
    ...{ kind: 'daily_lock', plan: 'live-lock', state: 'REDUCE_ONLY' },
    left: ({ orders }) => orders.filter(({ flags }) => !flags.reduce_only).length,
  },
  {
    ...{ kind: 'daily_end', plan: 'live-end', state: 'TERMINATED' },
    left: ({ orders, positions }) => orders.length + positions,
  },
]

const LASTS_MS = [2_000, 5_000] as const
const LOOK_EVERY_MS = 200
/** It may come to have less to lose than any order costs: then it trades no more, and another one is opened. */
const MET_TIMEOUT_MS = 60_000
const ACCOUNTS_MAX = 100
const AT_REST_TIMEOUT_MS = 180_000

/** The accounts that met a limit, and in words those of which too much was left for too long. */
export interface LimitsMet {
  readonly stops: readonly Stop[]
  readonly left: readonly string[]
}

interface LimitedBot {
  readonly venue: VenueName
  readonly bot: number
  readonly random: Random
  /** The place in that list of the limit that the first account has; the others take turns. */
  readonly first: number
}

/** Opens accounts of the venue one after another, each with a bot that trades until the limit is met, and on. */
export async function runLimits(
  testBed: LiveTestBed,
  accounts: LiveAccount[],
  { venue, bot, random, first }: LimitedBot,
  isOver: () => boolean,
): Promise<LimitsMet> {
  const stops: Stop[] = []
  const left: string[] = []
  // One meets its limit in any case; another says nothing more once too much was left.
  const isEnough = (): boolean => stops.length > 0 && (isOver() || left.length > 0)
  for (let count = 0; !isEnough() && count < ACCOUNTS_MAX; count += 1) {
    const limit = LIMITS[(first + stops.length) % LIMITS.length] ?? LIMITS[0]
    const account = await testBed.openAccount(venue, limit.plan)
    accounts.push(account)
    let isDone = false
    const trading = runLiveBot(testBed, account, bot, random.fork(`bot ${count}`), () => isDone || isEnough(), true)
    trading.catch(() => undefined) // awaited below
    try {
      const fromMs = await untilMet(testBed, account, limit, isEnough)
      if (fromMs === null) continue
      await sleep(random.between(...LASTS_MS))
      isDone = true
      await trading
      const isAtRest = await waitUntil(async () => limit.left(await readWorking(testBed, account)) === 0, {
        ...{ timeoutMs: AT_REST_TIMEOUT_MS, intervalMs: LOOK_EVERY_MS },
      })
      if (!isAtRest)
        left.push(`${account.id} after ${limit.kind}: ${JSON.stringify(await readWorking(testBed, account))}`)
      stops.push({ accountId: account.id, kind: limit.kind, span: { fromMs, untilMs: Date.now() } })
    } finally {
      isDone = true
      await trading
    }
  }
  return { stops, left }
}

/** When the account is known to have crossed it; null: not before all was over, or its time was. */
async function untilMet(
  testBed: LiveTestBed,
  account: LiveAccount,
  { state }: Limit,
  isEnough: () => boolean,
): Promise<number | null> {
  const untilMs = Date.now() + MET_TIMEOUT_MS
  while (!isEnough()) {
    const { text } = await testBed.ask(account, 'GET', `/v1/account/${account.id}`)
    if ((JSON.parse(text) as { readonly state: string }).state === state) return Date.now()
    if (Date.now() > untilMs) return null
    await sleep(LOOK_EVERY_MS)
  }
  return null
}
