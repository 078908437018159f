import type {
  AnswerOf,
  BreachSnapshot,
  ChallengeStep,
  ClosedPositionSnapshot,
  CopySkip,
  Operations,
  OrderSnapshot,
  Payout,
  ProfitAdjustment,
  ScaledStep,
  TradeSnapshot,
} from './types.js'

export type CancelledBy = 'USER' | 'RISK' | 'SYSTEM' | 'SIBLING'

interface EventOf<Type extends string, Data> {
  readonly id: string
  readonly type: Type
  readonly created_at: string
  /** Numbers the events of an account from 1, without gaps. */
  readonly sequence: number
  readonly account_id: string
  readonly data: Data
}

/** An event of an account. `switch (event.type)` narrows `event.data`. */
export type AccountEvent =
  | EventOf<'order.ack', { readonly order: OrderSnapshot }>
  | EventOf<'order.fill', { readonly order: OrderSnapshot; readonly trade: TradeSnapshot }>
  | EventOf<'order.cancel', { readonly order: OrderSnapshot; readonly cancelled_by: CancelledBy }>
  | EventOf<'exit.lost', { readonly order: OrderSnapshot }>
  | EventOf<'position.close', { readonly position: ClosedPositionSnapshot }>
  | EventOf<'account.breach' | 'account.breach_reversed', { readonly breach: BreachSnapshot }>
  | EventOf<'account.passed', { readonly objective: { readonly profit: string; readonly trading_days: number } }>
  | EventOf<'certificate.issued', { readonly certificate: { readonly code: string } }>
  | EventOf<'certificate.revoked', { readonly certificate: { readonly code: string; readonly reason: string } }>
  | EventOf<ChallengeEventType, { readonly challenge: ChallengeStep }>
  | EventOf<'account.inactivity_warning', { readonly inactivity: { readonly closes_at: string } }>
  | EventOf<'account.strike', { readonly strike: StrikeSnapshot }>
  | EventOf<'account.scaled', { readonly scaling: ScaledStep }>
  | EventOf<'account.profit_adjusted', { readonly profit_adjustment: ProfitAdjustment }>
  | EventOf<'account.written_off', { readonly write_off: WrittenOff }>
  | EventOf<'account.halted', { readonly halt: { readonly reason: string } }>
  | EventOf<'account.closed', { readonly closing: { readonly reason: string } }>
  | EventOf<'copy.skipped', { readonly copy: CopySkip }>
  | EventOf<'dead_man_switch.ran_out', { readonly dead_man_switch: { readonly action: SwitchAction } }>
  | EventOf<PayoutEventType, { readonly payout: Payout }>

/** A token that the account held and that nothing came for. */
export interface WrittenOff {
  readonly venue: string
  readonly token: string
  readonly name: string
  readonly amount: string
  /** US dollars at the fills that paid it: the profit that is lost. */
  readonly value: string
  readonly reason: string
}

/** A break of a rule that ends nothing by itself. */
export interface StrikeSnapshot {
  readonly id: string
  readonly rule: string
  readonly position_id: string
  readonly symbol: string
  /** The number of those that count, this one included, and of how many it takes; null: the plan counts none. */
  readonly strikes: number | null
  readonly needed: number | null
  readonly occurred_at: string
}

export type ChallengeEventType = 'challenge.promoted' | 'challenge.funded' | 'challenge.failed'

type SwitchAction = NonNullable<AnswerOf<Operations['getDeadManSwitch']>['action']>

export type PayoutEventType =
  'payout.requested' | 'payout.proposed' | 'payout.paid' | 'payout.rejected' | 'payout.cancelled'

/** The event that `webhooks.sendTestEvent()` sends: of no account. */
export interface TestEvent {
  readonly id: string
  readonly type: 'webhook.test'
  readonly created_at: string
  readonly sequence: 0
  readonly account_id: null
  readonly data: Readonly<Record<string, never>>
}
