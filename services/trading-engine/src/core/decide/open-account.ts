/** A new account: funded by one capital transfer, so that its balance is the sum of its ledger from the first row. */
import { NO_STRIKES } from '../model/account/strike.js'
import { usd } from '../values/decimal.js'
import type { Account } from '../model/account/account.js'
import { NO_HOLDS } from '../model/account/hold.js'
import { NO_TOKEN_HOLDINGS } from '../model/account/token-holding.js'
import { newProgress } from '../model/account/progress.js'
import type { VenueId } from '../model/market/instrument.js'
import type { Transfer } from '../model/account/ledger.js'
import { needsProgress } from '../model/plan/objective-rule.js'
import type { Plan } from '../model/plan/plan.js'
import { tradingDayAt } from '../calendar/trading-day.js'
import type { DecisionContext } from '../model/decision-context.js'

export interface OpenAccount {
  readonly userId: string
  readonly plan: Plan
  readonly challengeId: string | null
  /** The phase of an account of a challenge. */
  readonly phase?: string
  readonly referral?: string | null
  readonly name: string | null
  readonly defaultVenue: VenueId | null
}

export function openAccount(
  command: OpenAccount,
  context: Pick<DecisionContext, 'now' | 'newId'>,
): { account: Account; funding: Transfer } {
  const { plan } = command
  const day = tradingDayAt(context.now, plan.risk.tradingDay)
  const account: Account = {
    id: context.newId(),
    userId: command.userId,
    plan,
    challengeId: command.challengeId,
    phase: command.phase ?? null,
    referral: command.referral ?? null,
    name: command.name ?? plan.name,
    state: 'ACTIVE',
    stateReason: null,
    lockedUntil: null,
    holds: NO_HOLDS,
    defaultVenue: command.defaultVenue,
    balance: usd(plan.initialBalance),
    netDeposits: usd(0n),
    paidOut: usd(0n),
    compensation: null,
    scaling: null,
    day: {
      date: day.date,
      endsAt: day.endsAt,
      startBalance: plan.initialBalance,
      startEquity: plan.initialBalance,
      startNetDeposits: usd(0n),
      high: plan.risk.dailyLoss?.reference === 'DAY_HIGH' ? plan.initialBalance : null,
      isWarned: false,
      isTraded: false,
    },
    tradedDays: 0,
    progress: needsProgress(plan.risk) ? newProgress(context.now) : null,
    highWaterMark: plan.initialBalance,
    createdAt: context.now,
    clock: context.now,
    eventSequence: 0,
    version: 1,
    leverages: new Map(),
    positions: new Map(),
    orders: new Map(),
    consumedDepth: [],
    openPayout: null,
    strikes: NO_STRIKES,
    tokenHoldings: NO_TOKEN_HOLDINGS,
  }
  const funding: Transfer = {
    id: context.newId(),
    accountId: account.id,
    house: 'capital',
    direction: 'IN',
    amount: plan.initialBalance,
    fillId: null,
    positionId: null,
    funding: null,
    accrual: null,
    balanceAfter: plan.initialBalance,
    at: context.now,
  }
  return { account, funding }
}
