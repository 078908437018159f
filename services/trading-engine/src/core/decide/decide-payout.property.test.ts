/**
 * Payouts with terms, in any order of what can happen to them. Of each step is known: what is reserved is the open
 * request and nothing else; the balance is the sum of the ledger; a payout has one end, and its debit with it; and no
 * payment leaves an account that a floor would end.
 */
import fc from 'fast-check'
import { close, market } from '../../../test/support/commands.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { runs } from '@ats/test-kit'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import type { Payout } from '../model/account/payout.js'
import { NO_PAYOUTS, type PayoutHistory } from '../model/account/payout-history.js'
import type { Account } from '../model/account/account.js'
import type { DecisionContext } from '../model/decision-context.js'
import type { Outcome } from '../model/outcome.js'
import { riskActionFor } from '../risk/supervise.js'
import { decimal, negate, usd } from '../values/decimal.js'
import {
  decidePayoutApproval,
  decidePayoutCancellation,
  decidePayoutProposal,
  decidePayoutRejection,
  decidePayoutRequest,
} from './decide-payout.js'

type Step =
  | { readonly kind: 'request'; readonly cents: number }
  | { readonly kind: 'cancel' | 'propose' | 'approve' | 'reject' | 'open' | 'close' }
  | { readonly kind: 'price'; readonly dollars: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('request' as const), cents: fc.integer({ min: 1, max: 200_000 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'propose', 'approve', 'reject', 'open', 'close') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('price' as const), dollars: fc.integer({ min: 19_600, max: 21_500 }) }),
  },
)

const plan = (onFirstPayout: 'KEEP' | 'INITIAL', mode: 'STATIC' | 'TRAILING_CLOSED' | 'TRAILING_INTRADAY') =>
  aPlan({
    ...{ words: 'PRESENT', marginMode: 'CROSS', dailyLoss: null, payouts: {} },
    maxDrawdown: { mode, pct: null, amount: usd(decimal('900')), onFirstPayout, lockOffset: null },
  })

/** A trader, and what the store would hold of its payouts. */
interface Stage {
  readonly trader: Trader
  readonly payouts: Map<string, Payout>
}

function historyOf({ payouts }: Stage): PayoutHistory {
  const all = [...payouts.values()]
  const paid = all.filter(({ status }) => status === 'PAID')
  const open = all.find(({ status }) => status === 'REQUESTED' || status === 'PROPOSED') ?? null
  return { ...NO_PAYOUTS, open, paidTotal: usd(paid.reduce((sum, { amount }) => sum + amount, 0n)) }
}

/** Decides, keeps what was decided, and notes which payouts have ended by it. Refusals change nothing. */
function attempt(stage: Stage, decide: (account: Account, context: DecisionContext) => Outcome<Payout>): Payout | null {
  const { trader, payouts } = stage
  const outcome = decide(trader.account, trader.script.context())
  if (outcome.kind === 'problem') return null
  trader.keep(outcome.changes)
  for (const ended of outcome.changes?.payouts ?? []) payouts.set(ended.id, ended)
  payouts.set(outcome.answer.id, outcome.answer)
  return outcome.answer
}

function take(stage: Stage, action: Step): void {
  const { trader, payouts } = stage
  const history = historyOf(stage)
  const { open } = history
  const newest = [...payouts.values()].at(-1) ?? null
  const person = (name: string) => ({ name, tokens: [name] })
  switch (action.kind) {
    case 'request': {
      const asked = { amount: usd(decimal(String(action.cents)) / 100n), clientId: 'c' }
      attempt(stage, (account, context) => decidePayoutRequest(account, asked, history, context))
      break
    }
    case 'cancel':
      if (newest !== null) attempt(stage, (account, context) => decidePayoutCancellation(account, newest, context))
      break
    case 'propose': {
      const by = { sharePct: null, operator: person('anna') }
      if (newest !== null)
        attempt(stage, (account, context) => decidePayoutProposal(account, newest, by, history, context))
      break
    }
    case 'approve': {
      const by = { operator: person('ben'), version: null }
      const before = trader.account
      const paid =
        newest === null
          ? null
          : attempt(stage, (account, context) => decidePayoutApproval(account, newest, by, history, context))
      if (paid === null) break
      expect(before.balance - trader.account.balance).toBe(paid.amount)
      expect(riskActionFor(trader.account, trader.script.context())?.kind).not.toBe('TERMINATE')
      break
    }
    case 'reject': {
      const why = { reason: 'x', code: null, operator: 'ben' }
      if (newest !== null && open !== null)
        attempt(stage, (account, context) => decidePayoutRejection(account, newest, why, context))
      break
    }
    case 'open':
      if (trader.account.state === 'ACTIVE' && trader.account.positions.size === 0) trader.place(market('BUY', '0.5'))
      break
    case 'close':
      if (trader.account.positions.size > 0) trader.close(close())
      break
    case 'price': {
      trader.script.setPrice('BTC-USD', String(action.dollars))
      for (const ended of trader.fillResting()?.payouts ?? []) payouts.set(ended.id, ended)
      break
    }
  }
}

function check({ trader, payouts }: Stage, before: ReadonlyMap<string, Payout>): void {
  const { account, transfers } = trader
  const all = [...payouts.values()]
  const open = all.filter(({ status }) => status === 'REQUESTED' || status === 'PROPOSED')
  expect(open.length).toBeLessThanOrEqual(1)
  expect(account.openPayout).toEqual(open[0] ?? null)
  const sum = transfers.reduce(
    (total, { direction, amount }) => total + (direction === 'IN' ? amount : negate(amount)),
    0n,
  )
  expect(account.balance).toBe(sum)
  const debits = transfers.filter(({ house, direction }) => house === 'capital' && direction === 'OUT')
  const paid = all.filter(({ status }) => status === 'PAID').map(({ amount }) => amount)
  expect(debits.map(({ amount }) => amount)).toEqual(paid)
  for (const [id, payout] of before)
    if (payout.status !== 'REQUESTED' && payout.status !== 'PROPOSED') expect(payouts.get(id)).toEqual(payout)
}

test('reserved, ledger and ends agree whatever happens in which order, and no payment ends an account', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('KEEP' as const, 'INITIAL' as const),
      fc.constantFrom('STATIC' as const, 'TRAILING_CLOSED' as const, 'TRAILING_INTRADAY' as const),
      fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
      (onFirstPayout, mode, steps) => {
        const trader = aTrader({ plan: plan(onFirstPayout, mode) })
        trader.script.setPrice('BTC-USD', '20000')
        trader.placed(market('BUY', '1'))
        trader.script.setPrice('BTC-USD', '21400')
        trader.close(close())
        const stage: Stage = { trader, payouts: new Map() }
        for (const action of steps) {
          const before = new Map(stage.payouts)
          take(stage, action)
          check(stage, before)
        }
      },
    ),
    { numRuns: runs(600) },
  )
})
