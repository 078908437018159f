/** The figures of an account under a plan, and what one decision has done, in words that two plans share. */
import type { Account, AccountState } from '../core/model/account/account.js'
import type { Changes } from '../core/model/draft.js'
import type { Breach } from '../core/model/plan/breach.js'
import { formatDecimal, usd, type Usd } from '../core/values/decimal.js'
import type { Micros } from '../core/values/time.js'

export interface LifeBreach extends Pick<Breach, 'rule' | 'action' | 'limit' | 'value'> {
  readonly at: Micros
}

export interface LifeFigures {
  readonly state: AccountState
  readonly stateReason: string | null
  readonly balance: Usd
  /** The sum that was paid since it is told of, and the one before. */
  readonly paidOut: Usd
  readonly paidBefore: Usd
  readonly isPassed: boolean
  /** Orders that were refused, and fills. */
  readonly refused: number
  readonly fills: number
  readonly breaches: readonly LifeBreach[]
}

export const newFigures = (): LifeFigures => ({
  ...{
    state: 'ACTIVE',
    stateReason: null,
    balance: usd(0n),
    paidOut: usd(0n),
    paidBefore: usd(0n),
    isPassed: false,
    refused: 0,
    fills: 0,
    breaches: [],
  },
})

/** Begins the figures of an account that is told of from here on. */
export const figuresFrom = ({ state, stateReason, balance, paidOut }: Account): LifeFigures => ({
  ...newFigures(),
  ...{ state, stateReason, balance, paidBefore: paidOut },
})

export function countChanges(figures: LifeFigures, { account, fills, breaches, events }: Changes): LifeFigures {
  const { state, stateReason, balance, paidOut } = account
  return {
    ...{ state, stateReason, balance, paidBefore: figures.paidBefore },
    paidOut: usd(paidOut - figures.paidBefore),
    isPassed: figures.isPassed || events.some(({ type }) => type === 'account.passed'),
    refused: figures.refused,
    fills: figures.fills + fills.length,
    breaches: [
      ...figures.breaches,
      ...breaches.map(({ rule, action, limit, value, at }) => ({ rule, action, limit, value, at })),
    ],
  }
}

/** How a command came out. `status` is 0 of a problem, whose kind is told. */
export interface ShadowAnswer {
  readonly kind: string
  readonly status: number
  /** The rules that have refused its order. */
  readonly refusedBy: readonly string[]
}

/** With the order of a command that rules have refused. */
export const countRefused = (figures: LifeFigures, { refusedBy }: Pick<ShadowAnswer, 'refusedBy'>): LifeFigures =>
  refusedBy.length === 0 ? figures : { ...figures, refused: figures.refused + 1 }

/** Without what only tells of limits: messages, floors and versions differ wherever plans do. */
export function outlineOf(account: Account, answer: ShadowAnswer, decided: readonly (Changes | null)[]): object {
  const changes = decided.flatMap((one) => (one === null ? [] : [one]))
  const { state, stateReason, balance } = account
  return {
    outcome: answer.kind,
    status: answer.status,
    refused_by: answer.refusedBy,
    orders: changes.flatMap(({ orders }) =>
      orders.map(({ symbol, side, status, reason }) => `${symbol} ${side} ${status} ${reason ?? ''}`.trim()),
    ),
    fills: changes.flatMap(({ fills }) =>
      fills.map(
        ({ symbol, side, quantity, price }) =>
          `${symbol} ${side} ${formatDecimal(quantity)} at ${formatDecimal(price)}`,
      ),
    ),
    breaches: changes.flatMap(({ breaches }) => breaches.map(({ rule, action }) => `${rule} ${action}`)),
    state,
    state_reason: stateReason,
    balance: formatDecimal(balance),
    events: changes.flatMap(({ events }) => events.map(({ type }) => type)),
  }
}
