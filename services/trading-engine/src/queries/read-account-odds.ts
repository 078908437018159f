/**
 * The odds of an account from where it stands: attempts go on from its equity, its floors and its days, with the days
 * that it has traded, drawn again, and then through the phases of its challenge that are left. They are estimated by
 * another thread, once for each result that is booked and each trading day.
 */
import { createHeapCache } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { computeEquity } from '../core/margin/equity.js'
import type { Account } from '../core/model/account/account.js'
import type { AccountOdds, Odds, OddsPhase, OddsTask, SampledTrade } from '../core/read/odds.js'
import { standingAccount, whyNotRunning } from '../core/read/standing-account.js'
import { usd } from '../core/values/decimal.js'
import { findChallenge, readPayoutHistory } from './operator-lists.js'
import { daysOf, tradesOf } from './prepare-odds.js'
import type { AccountRead } from './read-account.js'
import { readProgram } from './read-program.js'

export interface AccountOddsOptions {
  readonly pool: Pool
  /** Estimates apart from the event loop; 429 while the user waits for another estimate, or too many wait. */
  readonly estimate: (task: OddsTask, caller: OddsCaller) => Promise<Odds>
}

export interface OddsCaller {
  readonly userId: string
  readonly isGone: () => boolean
}

/** The odds, or why there are none. */
export type FoundOdds =
  { readonly odds: AccountOdds; readonly reason: null } | { readonly odds: null; readonly reason: string }

export type ReadAccountOdds = (read: AccountRead, isGone: () => boolean) => Promise<FoundOdds>

/** Fewer days say nothing of the next ones. */
const TRADED_DAYS_MIN = 5
const DAYS = 60
const ATTEMPTS_MAX = 1_000
const ATTEMPTS_MIN = 100
/** Days and trades of all attempts of a phase, in the mean: a tenth of a second. */
const WORK_MAX = 400_000
const SEED = 1

export function createReadAccountOdds({ pool, estimate }: AccountOddsOptions): ReadAccountOdds {
  const kept = createHeapCache<Kept>('account odds')
  /** A second request for the same odds waits for the first. */
  const underWay = new Map<string, Promise<FoundOdds>>()

  const find = async (read: AccountRead, standsAt: string, isGone: () => boolean): Promise<FoundOdds> => {
    const { id, userId } = read.account
    try {
      const found = await findOdds(pool, read, (task) => estimate(task, { userId, isGone }))
      kept.set(id, { standsAt, found })
      return found
    } finally {
      underWay.delete(standsAt)
    }
  }

  return (read, isGone) => {
    const { account } = read
    const reason = whyNotRunning(account)
    if (reason !== null) return Promise.resolve({ odds: null, reason })
    const standsAt = standOf(account)
    const known = kept.get(account.id)
    if (known?.standsAt === standsAt) return Promise.resolve(known.found)
    const finding = underWay.get(standsAt) ?? find(read, standsAt, isGone)
    underWay.set(standsAt, finding)
    return finding
  }
}

interface Kept {
  readonly standsAt: string
  readonly found: FoundOdds
}

/** Prices are left out: the same odds are told until a result is booked, or the day ends. */
const standOf = ({ id, plan, phase, day, balance }: Account): string =>
  [id, plan.id, plan.version, phase, plan.initialBalance, day.date, balance].join(' ')

async function findOdds(
  pool: Pool,
  { account, context }: AccountRead,
  estimate: (task: OddsTask) => Promise<Odds>,
): Promise<FoundOdds> {
  const trades = await tradesOf(pool, account)
  const days = daysOf(trades)
  const traded = days.filter((day) => day.length > 0).length
  if (traded < TRADED_DAYS_MIN) {
    const reason = `the account has closed positions on ${traded} days, and odds are told from ${TRADED_DAYS_MIN} on`
    return { odds: null, reason }
  }
  const phases = await phasesLeft(pool, account)
  const history = await readPayoutHistory(pool, account)
  const odds = await estimate({
    phases,
    standing: {
      account: standingAccount(account, computeEquity(account, context.market)),
      payouts: { lastPaidAt: history.lastPaidAt, paidTotal: history.paidTotal, days: history.days },
    },
    source: { method: 'DAY_BOOTSTRAP', days: days.map((day) => day.map(sampledOf)) },
    balance: account.plan.initialBalance,
    ...{ attempts: attemptsFor(trades.length / days.length), seed: SEED, days: DAYS, fee: usd(0n) },
  })
  const sample = { sampledDays: days.length, sampledTrades: trades.length }
  // The plans that are in memory already, in the place of copies.
  const told = odds.phases.map((phase, number) => ({ ...phase, ...phases[number] }))
  return { odds: { asOf: context.now, ...sample, ...odds, phases: told }, reason: null }
}

const sampledOf = ({ net, best, worst }: SampledTrade): SampledTrade => ({ net, best, worst })

const attemptsFor = (tradesPerDay: number): number =>
  Math.max(ATTEMPTS_MIN, Math.min(ATTEMPTS_MAX, Math.floor(WORK_MAX / (DAYS * (1 + tradesPerDay)))))

/** That of the account, and those of its challenge that come after it. */
async function phasesLeft(pool: Pool, { plan, phase, challengeId }: Account): Promise<readonly OddsPhase[]> {
  const own = { phase, plan }
  const challenge = phase === null || challengeId === null ? null : await findChallenge(pool, challengeId)
  if (challenge === null) return [own]
  const program = await readProgram(pool, challenge.programId, challenge.programVersion)
  const place = program.phases.findIndex(({ id }) => id === phase)
  const later = program.phases.slice(place + 1).flatMap(({ id, planId, planVersion }) => {
    const found = program.plans.find((one) => one.id === planId && one.version === planVersion)
    return found === undefined ? [] : [{ phase: id, plan: found }]
  })
  return place < 0 ? [own] : [own, ...later]
}
