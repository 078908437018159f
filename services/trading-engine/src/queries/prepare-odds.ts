/** Makes a question about odds of what a caller asks: whose trades, under which rules. */
import { invalidPayload } from '@ats/service-kit/process'
import { notFound } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { tradingDayAt } from '../core/calendar/trading-day.js'
import type { Account } from '../core/model/account/account.js'
import { netPnl } from '../core/model/account/position.js'
import { excursionOf } from '../core/read/excursion.js'
import type { JournalEntry } from '../core/read/journal.js'
import type { DaySource, OddsMethod, OddsPhase, OddsQuestion, SampledTrade, TradeModel } from '../core/read/odds.js'
import { max, ONE, usd, type Usd } from '../core/values/decimal.js'
import { shiftDate } from '../core/values/time-zone.js'
import { listJournal } from './account-history.js'
import { listPlans } from './operator-lists.js'
import type { ReadAccount } from './read-account.js'
import { readProgram } from './read-program.js'

/** A trade with the day that it counts for, `YYYY-MM-DD`. */
export interface DatedTrade extends SampledTrade {
  readonly day: string
  readonly isMarked: boolean
}

export interface OddsRequest extends Pick<
  OddsQuestion,
  'attempts' | 'seed' | 'days' | 'fee' | 'variants' | 'variantsTried'
> {
  readonly userId: string
  readonly method: OddsMethod
  readonly meanBlock: number
  /** One of the three is not null. */
  readonly accountId: string | null
  readonly trades: readonly DatedTrade[] | null
  readonly model: TradeModel | null
  /** At most one of the two is not null; neither: the plan of the account. */
  readonly planId: string | null
  readonly programId: string | null
  readonly balance: Usd | null
}

/** The newest positions of an account that count. */
const POSITIONS_MAX = 500
/** Days from the first trade to the last; those of the newest trades count. */
export const SAMPLE_DAYS_MAX = 730
/** Days of all attempts and trades on them, in the mean: some seconds of work. */
const WORK_MAX = 4_000_000

export async function prepareOdds(
  { pool, readAccount }: { readonly pool: Pool; readonly readAccount: ReadAccount },
  request: OddsRequest,
): Promise<OddsQuestion> {
  const { userId, accountId, attempts, seed, days, fee, variants, variantsTried } = request
  const account = accountId === null ? null : (await readAccount(userId, accountId)).account
  const phases = await findPhases(pool, request, account)
  const trades = account === null ? (request.trades ?? []) : await tradesOf(pool, account)
  const sample = daysOf(trades)
  const source = sourceOf(request, sample)
  const perDay = source.method === 'PARAMETRIC' ? source.model.tradesPerDay : trades.length / source.days.length
  if (attempts * days * (1 + perDay) > WORK_MAX) throw tooMuch(perDay)
  return {
    ...{ phases, source, attempts, seed, days, fee },
    balance: account?.plan.initialBalance ?? request.balance,
    results: sample.map((of) => Number(of.reduce((sum, { net }) => sum + net, 0n)) / Number(ONE)),
    unmarked: trades.filter(({ isMarked }) => !isMarked).length,
    variantsTried: Math.max(variantsTried, variants.length, 1),
    variants,
  }
}

const refused = (name: string, code: string, message: string) => invalidPayload([{ path: [name], code, message }])

const tooMuch = (perDay: number) =>
  refused(
    'attempts',
    'odds.work',
    `attempts × days × (1 + trades a day) may be at most ${WORK_MAX}; with ${perDay.toFixed(1)} trades a day that is ` +
      `attempts × days of ${Math.floor(WORK_MAX / (1 + perDay))}`,
  )

async function findPhases(
  pool: Pool,
  { planId, programId }: OddsRequest,
  account: Account | null,
): Promise<readonly OddsPhase[]> {
  if (programId !== null) {
    const { phases, plans } = await readProgram(pool, programId, null)
    return phases.flatMap(({ id, planId: of, planVersion }) => {
      const plan = plans.find((one) => one.id === of && one.version === planVersion)
      return plan === undefined ? [] : [{ phase: id, plan }]
    })
  }
  if (planId === null && account !== null) return [{ phase: null, plan: account.plan }]
  const plan = (await listPlans(pool)).find(({ id }) => id === planId)
  if (plan === undefined) throw notFound('plan')
  return [{ phase: null, plan }]
}

/** The newest closed positions, each on the trading day on which it was closed. */
export async function tradesOf(pool: Pool, account: Account): Promise<readonly DatedTrade[]> {
  const window = { from: null, to: null, limit: POSITIONS_MAX }
  const { rows } = await listJournal(pool, account.id, window, { tag: null, symbol: null })
  return rows.toReversed().map((entry) => datedTrade(entry, account))
}

const ZERO = usd(0n)

function datedTrade({ position, marks }: JournalEntry, { plan }: Account): DatedTrade {
  const net = netPnl(position)
  const { favourable, adverse } = marks === null ? { favourable: ZERO, adverse: ZERO } : excursionOf(position, marks)
  return {
    day: tradingDayAt(position.closedAt ?? position.openedAt, plan.risk.tradingDay).date,
    isMarked: marks !== null,
    net,
    best: max(favourable, max(net, ZERO)),
    worst: max(adverse, max(usd(0n - net), ZERO)),
  }
}

/** Each day from the first trade to the last, also without a trade; the last ones where there are too many. */
export function daysOf(trades: readonly DatedTrade[]): readonly (readonly DatedTrade[])[] {
  const byDay = new Map<string, DatedTrade[]>()
  for (const trade of trades) {
    const ofDay = byDay.get(trade.day)
    if (ofDay === undefined) byDay.set(trade.day, [trade])
    else ofDay.push(trade)
  }
  const dates = [...byDay.keys()].sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const days: (readonly DatedTrade[])[] = []
  for (let day = last; day >= first && days.length < SAMPLE_DAYS_MAX; day = shiftDate(day, -1))
    days.push(byDay.get(day) ?? [])
  return days.reverse()
}

function sourceOf(request: OddsRequest, days: readonly (readonly SampledTrade[])[]): DaySource {
  const { method, meanBlock, model } = request
  if (model !== null) {
    if (method !== 'PARAMETRIC') throw refused('method', 'odds.method', 'a model is drawn by the method PARAMETRIC')
    return { method, model }
  }
  if (days.length === 0)
    throw refused('account_id', 'odds.trades', 'the account has closed no position yet: there is nothing to draw from')
  if (method === 'PARAMETRIC') return { method, model: fittedModel(days) }
  return method === 'DAY_BOOTSTRAP' ? { method, days } : { method, days, meanBlock }
}

function fittedModel(days: readonly (readonly SampledTrade[])[]): TradeModel {
  const trades = days.flat()
  const won = trades.filter(({ net }) => net > 0n)
  const rest = trades.filter(({ net }) => net <= 0n)
  return {
    tradesPerDay: trades.length / days.length,
    winRate: won.length / trades.length,
    win: meanTrade(won),
    loss: meanTrade(rest),
  }
}

function meanTrade(trades: readonly SampledTrade[]): SampledTrade {
  const mean = (of: (trade: SampledTrade) => Usd): Usd =>
    trades.length === 0 ? ZERO : usd(trades.reduce((sum, trade) => sum + of(trade), 0n) / BigInt(trades.length))
  return { net: mean(({ net }) => net), best: mean(({ best }) => best), worst: mean(({ worst }) => worst) }
}
