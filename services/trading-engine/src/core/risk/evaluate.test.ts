/** Each rule alone, just under, at and over its limit; then all of them together. */
import type { Account } from '../model/account/account.js'
import { decimal, formatDecimal, price, quantity, rate, usd } from '../values/decimal.js'
import { computeFigures, type Figures } from '../margin/figures.js'
import type { Order } from '../model/order/order.js'
import type { Position } from '../model/account/position.js'
import type { PlaceOrder } from '../decide/prepare-order.js'
import { evaluateRisk } from './evaluate.js'
import type { Proposal } from './proposal.js'
import { RISK_RULES, type RiskRule, type Violation } from '../model/plan/violation.js'
import { limit, market, POST_ONLY, REDUCE_ONLY, stop, takeProfit } from '../../../test/support/commands.js'
import { BTC } from '../../../test/support/market/instruments.js'
import { aPlan, type PlanFields } from '../../../test/support/plans/plans.js'
import { readable } from '../../../test/support/engine/readable.js'
import { timeOf } from '../../../test/support/market/scripted-world.js'
import { aTrader, type Trader } from '../../../test/support/trader.js'
import { livePlan } from '../../../test/support/venues/memory-venue.js'
import { primaryOf } from '../../../test/support/market/listings.js'

function aShort(): Position {
  const trader = aTrader()
  trader.placed(market('SELL', '1'))
  return trader.position()
}

/** A resting buy of 1 BTC-USD at 19,000 by an account that holds nothing: approved. */
function aProposal(fields: Partial<Proposal> = {}, plan: PlanFields = {}): Proposal {
  const trader = aTrader({ plan: aPlan(plan) })
  const context = trader.script.context()
  const before = computeFigures(trader.account, context)
  const order = trader.placed(limit('BUY', '1', '19000'))
  const account: Account = { ...trader.account, orders: new Map() }
  return {
    ...{ at: context.now, account, order, exits: [], instrument: BTC, instruments: context.instruments },
    ...{ heldElsewhere: [], plannedLoss: null, quote: context.market.quote(primaryOf('BTC-USD')), position: undefined },
    ...{ executions: [], rests: true, isReducing: false, wouldTake: false, walletAt: undefined, isMarketOpen: true },
    ...{
      freeze: null,
      addsToLiquidated: false,
      staleSymbols: [],
      before,
      after: computeFigures(trader.account, context),
    },
    equityAfter: computeFigures(trader.account, context).equity,
    ...fields,
  }
}

const figures = (fields: Partial<Record<'equity' | 'freeMargin' | 'worstNotional', string>>): Figures => ({
  ...aProposal().after,
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, usd(decimal(value))])),
})
const flagged = (flags: Order['flags']): Order => ({ ...aProposal().order, flags })
const workingOrders = (count: number, state: Account['state'] = 'ACTIVE'): Account => {
  const { account, order } = aProposal()
  const orders = Array.from({ length: count }, (_, index) => [`order-${index}`, order] as const)
  return { ...account, state, orders: new Map(orders) }
}
const violationsOf = (proposal: Proposal): readonly Violation[] => {
  const verdict = evaluateRisk(proposal)
  return verdict.kind === 'approved' ? [] : verdict.violations
}
const rulesOf = (proposal: Proposal): readonly RiskRule[] => violationsOf(proposal).map(({ rule }) => rule)
const plan = (fields: PlanFields, account = aProposal().account): Account => ({ ...account, plan: aPlan(fields) })

const DRAWDOWN: PlanFields = { maxDrawdown: { pct: rate(decimal('10')) } }
const DAILY: PlanFields = { dailyLoss: { pct: rate(decimal('5')) } }
const fallenTo = (equity: string, fields: PlanFields): Proposal =>
  aProposal({ account: plan(fields), equityAfter: usd(decimal(equity)) })

test('the proposal the tables start from is approved, with all that will be executed', () => {
  const proposal = aProposal()
  const approved = { order: proposal.order, exits: [], executions: proposal.executions, rests: true }
  expect(evaluateRisk(proposal)).toEqual({ kind: 'approved', approved })
})

describe('each rule alone, at its limit and beyond', () => {
  type Given = Partial<Proposal>
  const REDUCES = { isReducing: true }
  const under = (fields: PlanFields, more: Given = {}): Given => ({ account: plan(fields), ...more })
  const after = (fields: Parameters<typeof figures>[0], more: Given = {}): Given => ({
    after: figures(fields),
    ...more,
  })
  const working = (count: number, more: Given = {}): Given => ({ account: workingOrders(count), ...more })
  const stateOf = (state: Account['state'], more: Given = {}): Given => ({ account: workingOrders(0, state), ...more })
  const fallen = (equity: string, fields: PlanFields, more: Given = {}): Given => ({
    ...{ account: plan(fields), equityAfter: usd(decimal(equity)), ...more },
  })
  const postOnly = (more: Given = {}): Given => ({ order: flagged(POST_ONLY), ...more })
  const ostiumOnly: PlanFields = { allowedVenues: ['OSTIUM'] }

  test.each<[RiskRule, string, () => Given, boolean]>([
    // rule, case, proposal, refused
    ['max_drawdown', 'at the floor', () => fallen('90000', DRAWDOWN), false],
    ['max_drawdown', 'a digit under it', () => fallen('89999.999999999999999999', DRAWDOWN), true],
    ['max_drawdown', 'under it, but reducing', () => fallen('1', DRAWDOWN, REDUCES), false],
    ['daily_loss_limit', 'at the floor', () => fallen('95000', DAILY), false],
    ['daily_loss_limit', 'a digit under it', () => fallen('94999.999999999999999999', DAILY), true],
    ['daily_loss_limit', 'under it, but reducing', () => fallen('1', DAILY, REDUCES), false],
    ['symbol_exposure_cap', 'at the cap', () => under({ symbolNotionalMax: '19000' }), false],
    ['symbol_exposure_cap', 'a digit over', () => under({ symbolNotionalMax: '18999.999999999999999999' }), true],
    ['symbol_exposure_cap', 'over, but reducing', () => under({ symbolNotionalMax: '1' }, REDUCES), false],
    ['total_exposure_cap', 'at the cap', () => under({ totalNotionalMax: '19000' }), false],
    ['total_exposure_cap', 'a digit over', () => under({ totalNotionalMax: '18999.999999999999999999' }), true],
    ['total_exposure_cap', 'over, but reducing', () => under({ totalNotionalMax: '1' }, REDUCES), false],
    ['insufficient_margin', 'nothing left', () => after({ freeMargin: '0' }), false],
    ['insufficient_margin', 'a digit short', () => after({ freeMargin: '-0.000000000000000001' }), true],
    ['insufficient_margin', 'short, but reducing', () => after({ freeMargin: '-1' }, REDUCES), false],
    ['max_leverage', 'at the limit of 20', () => after({ equity: '950' }), false],
    ['max_leverage', 'a digit less equity', () => after({ equity: '949.999999999999999999' }), true],
    ['max_leverage', 'no equity', () => after({ equity: '0' }), true],
    ['max_leverage', 'negative equity', () => after({ equity: '-5' }), true],
    ['max_leverage', 'over, but reducing', () => after({ equity: '-5' }, REDUCES), false],
    ['max_open_orders', 'the 200th', () => working(199), false],
    ['max_open_orders', 'the 201st', () => working(200), true],
    ['max_open_orders', 'one that does not rest', () => working(200, { rests: false }), false],
    ['max_open_orders', 'the 400th, reducing', () => working(399, REDUCES), false],
    ['max_open_orders', 'the 401st, reducing', () => working(400, REDUCES), true],
    ['max_positions', 'the only one allowed', () => under({ positionsMax: 1 }), false],
    ['max_positions', 'one more than allowed', () => under({ positionsMax: 0 }), true],
    ['max_positions', 'more than allowed, but reducing', () => under({ positionsMax: 0 }, REDUCES), false],
    ['reduce_only', 'nothing to reduce', () => ({ order: flagged(REDUCE_ONLY), ...REDUCES }), true],
    ['post_only', 'would take', () => postOnly({ wouldTake: true }), true],
    ['post_only', 'would not take', () => postOnly(), false],
    ['post_only', 'takes without the flag', () => ({ wouldTake: true }), false],
    ['post_only', 'would take, reducing', () => postOnly({ wouldTake: true, ...REDUCES }), true],
    ['market_closed', 'closed, must execute', () => ({ isMarketOpen: false, rests: false }), true],
    ['market_closed', 'closed, rests', () => ({ isMarketOpen: false }), false],
    ['market_closed', 'open, must execute', () => ({ rests: false }), false],
    ['market_closed', 'closed, reducing', () => ({ isMarketOpen: false, rests: false, ...REDUCES }), true],
    ['venue_not_allowed', 'not allowed', () => under(ostiumOnly), true],
    ['venue_not_allowed', 'not allowed, reducing', () => under(ostiumOnly, REDUCES), false],
    ['account_state', 'ACTIVE', () => stateOf('ACTIVE'), false],
    ['account_state', 'HALTED', () => stateOf('HALTED'), true],
    ['account_state', 'HALTED, reducing', () => stateOf('HALTED', { ...REDUCES, position: aShort() }), false],
    ['account_state', 'HALTED, with nothing to reduce', () => stateOf('HALTED', REDUCES), true],
    ['account_state', 'TERMINATED, reducing', () => stateOf('TERMINATED', REDUCES), true],
    ['stale_market_data', 'its own symbol', () => ({ quote: undefined }), true],
    ['stale_market_data', 'a symbol held', () => ({ staleSymbols: ['SOL-USD'] }), true],
    ['stale_market_data', 'reducing', () => ({ quote: undefined, ...REDUCES }), false],
  ])('%s: %s', (rule, _, given, isRefused) => {
    expect(rulesOf(aProposal(given()))).toEqual(isRefused ? [rule] : [])
  })

  test('reduce-only needs a position on the other side', () => {
    const trader = aTrader()
    trader.placed(market('BUY', '1'))
    const position = trader.position()
    const order = (side: 'BUY' | 'SELL'): Order => ({ ...flagged(REDUCE_ONLY), side })
    expect(rulesOf(aProposal({ position, isReducing: true, order: order('SELL') }))).toEqual([])
    expect(rulesOf(aProposal({ position, isReducing: true, order: order('BUY') }))).toEqual(['reduce_only'])
  })
})

test('a symbol’s exposure on all venues is one', () => {
  const trader = aTrader({ plan: aPlan({ symbolNotionalMax: '50000' }) })
  trader.placed(market('BUY', '1.5'))
  expect(trader.refusals(market('SELL', '1.001', { venue: 'OSTIUM' }))).toEqual(['symbol_exposure_cap'])
  expect(trader.placed(market('SELL', '1', { venue: 'OSTIUM' })).status).toBe('FILLED')
})

test('positions are counted per venue, and those that working orders may open with them', () => {
  const trader = aTrader({ plan: aPlan({ positionsMax: 2 }) })
  trader.placed(market('BUY', '0.1'))
  trader.placed(limit('BUY', '0.1', '19000', { venue: 'OSTIUM' }))
  expect(trader.refusals(market('BUY', '1', { symbol: 'SOL-USD' }))).toEqual(['max_positions'])
  expect(trader.placed(market('BUY', '0.1')).status).toBe('FILLED')
})

test('the last margin can be spent, fees included, and no more', () => {
  // SOL-USD at leverage 10: 99.4 take 994 of margin and a fee of 5.964, 99.5 would take 1,000.97
  const trader = aTrader({ plan: aPlan({ initialBalance: '1000' }) })
  expect(trader.refusals(market('BUY', '99.5', { symbol: 'SOL-USD' }))).toEqual(['insufficient_margin'])
  expect(trader.placed(market('BUY', '99.4', { symbol: 'SOL-USD' })).status).toBe('FILLED')
  expect(formatDecimal(trader.figures().freeMargin)).toBe('0.036')
})

test('two orders that each fit alone do not fit together', () => {
  const trader = aTrader({ plan: aPlan({ initialBalance: '1000' }) })
  const sixty = limit('BUY', '60', '100', { symbol: 'SOL-USD', tif: 'GTX' })
  trader.script.setPrice('SOL-USD', '101')
  expect(trader.placed(sixty).status).toBe('OPEN')
  expect(trader.refusals(sixty)).toEqual(['insufficient_margin'])
})

test('a cap looks at the worse side: an order on the better side adds nothing', () => {
  const trader = aTrader({ plan: aPlan({ symbolNotionalMax: '42000' }) })
  trader.placed(limit('SELL', '2', '21000'))
  expect(trader.placed(limit('BUY', '2', '19000')).status).toBe('OPEN')
  expect(trader.refusals(limit('SELL', '0.001', '21000'))).toEqual(['symbol_exposure_cap'])
})

describe('a SELL that waits counts at the highest of its limit, its trigger and the mark', () => {
  const capped = (): Trader => aTrader({ plan: aPlan({ symbolNotionalMax: '21000' }) })
  const worth = (command: PlaceOrder): string => {
    const trader = aTrader()
    trader.placed(command)
    return formatDecimal(trader.figures().worstNotional)
  }

  test.each([
    ['a limit above the market', limit('SELL', '1', '21500'), '21500'],
    ['a stop', stop('SELL', '1', '19000'), '20000'],
    ['a stop-limit far below its trigger', stop('SELL', '1', '19000', { price: price(decimal('1')) }), '20000'],
    ['a target', takeProfit('SELL', '1', '22000'), '22000'],
    ['a target with a limit below it', takeProfit('SELL', '1', '22000', { price: price(decimal('1')) }), '22000'],
    ['an IOC from its trigger on', stop('SELL', '1', '19000', { price: price(decimal('1')), tif: 'IOC' }), '20000'],
    // A buyer pays its limit at most, and without one is worth its trigger.
    ['a buy stop-limit', stop('BUY', '1', '22000', { price: price(decimal('22100')) }), '22100'],
    ['a buy limit below the market', limit('BUY', '1', '18000'), '18000'],
  ])('%s', (_, command, notional) => {
    expect(worth(command)).toBe(notional)
  })

  test('so a limit of one dollar gets no size past a cap, placed or modified', () => {
    const far = (size: string): PlaceOrder => stop('SELL', size, '19900', { price: price(decimal('1')) })
    expect(capped().refusals(far('20'))).toEqual(['symbol_exposure_cap'])
    const trader = capped()
    const { id } = trader.placed(far('1'))
    const problem = trader.unmodified(id, { quantity: quantity(decimal('20')) })
    expect(problem).toMatchObject({ kind: 'risk_rejected', violations: [{ rule: 'symbol_exposure_cap' }] })
  })

  test('and what of a limit the book did not take is worth the mark as well', () => {
    const trader = capped()
    trader.script.setPrice('BTC-USD', '20000', { depth: '0.5' })
    expect(trader.refusals(limit('SELL', '20', '1'))).toEqual(['symbol_exposure_cap'])
  })
})

describe('of a LIVE account', () => {
  const live = { ...aProposal().account, plan: livePlan() }
  const messagesOf = (fields: Partial<Proposal>) =>
    violationsOf(aProposal({ account: live, ...fields })).map(({ rule, message }) => [rule, message])

  test.each<[string, Partial<Proposal>, string | null]>([
    ['a wallet at its venue', { walletAt: 'GMX' }, null],
    ['no wallet', { walletAt: null }, 'the account has no trading wallet yet: its operator has to register one'],
    ['a wallet elsewhere', { walletAt: 'OSTIUM' }, 'the wallet of the account trades at OSTIUM, not at GMX'],
    ['no wallet, but reducing', { walletAt: null, isReducing: true }, null],
  ])('with %s', (_, fields, message) => {
    expect(messagesOf(fields)).toEqual(message === null ? [] : [['venue_limit', message]])
  })
})

test('a market that never opens does not say when it does', () => {
  const instrument = { ...BTC, tradingHours: { isAlwaysOpen: false, timeZone: 'UTC', sessions: [] } } as const
  expect(violationsOf(aProposal({ instrument, isMarketOpen: false, rests: false }))).toEqual([
    {
      ...{ rule: 'market_closed', severity: 'SOFT', limit: null, value: null, unit: null },
      message: 'BTC-USD is outside its trading hours; an order that rests would wait for the open',
    },
  ])
})

test('a post-only order that reduces is taken though no price was ever seen', () => {
  const order: Order = { ...flagged(POST_ONLY), side: 'SELL' }
  expect(rulesOf(aProposal({ order, wouldTake: true, quote: undefined, isReducing: true }))).toEqual([])
})

test.each<[RiskRule, () => Partial<Proposal>, string, string]>([
  // rule, proposal, message, value and limit
  [
    ...(['symbol_exposure_cap', () => ({ account: plan({ symbolNotionalMax: '18000' }) })] as const),
    ...(['BTC-USD exposure would reach 19000 USD; the plan allows 18000 USD a symbol', '19000 of 18000 USD'] as const),
  ],
  [
    ...(['total_exposure_cap', () => ({ account: plan({ totalNotionalMax: '18000' }) })] as const),
    ...(['total exposure would reach 19000 USD; the plan allows 18000 USD', '19000 of 18000 USD'] as const),
  ],
  [
    'insufficient_margin',
    () => ({ before: figures({ freeMargin: '900' }), after: figures({ freeMargin: '-50' }) }),
    ...(['the order needs 950 USD of margin and cost; 900 USD is free', '950 of 900 USD'] as const),
  ],
  [
    ...(['max_leverage', () => ({ after: figures({ equity: '900' }) })] as const),
    ...(["account leverage would be above the plan's 20", '21.111111111111111112 of 20 ratio'] as const),
  ],
  [
    ...(['max_leverage', () => ({ after: figures({ equity: '0' }) })] as const),
    ...(['the account has no equity left to carry 19000 USD of exposure', 'null of 20 ratio'] as const),
  ],
  [
    ...(['max_open_orders', () => ({ account: workingOrders(200) })] as const),
    ...(['the account would have 201 working orders; the plan allows 200', '201 of 200 orders'] as const),
  ],
  [
    ...(['max_positions', () => ({ account: plan({ positionsMax: 0 }) })] as const),
    ...(['the account could hold 1 positions; the plan allows 0', '1 of 0 positions'] as const),
  ],
  [
    ...(['post_only', () => ({ order: flagged(POST_ONLY), wouldTake: true })] as const),
    ...(['a post-only BUY must be below the best ask of 20000', '19000 of 20000 null'] as const),
  ],
])('what a violation of %s says', (rule, given, message, values) => {
  const [first] = violationsOf(aProposal(given()))
  const { limit: most, value, unit, ...violation } = first!
  expect(violation).toEqual({ rule, severity: 'SOFT', message })
  expect(`${String(readable(value))} of ${String(readable(most))} ${unit}`).toBe(values)
})

test('all violations are collected, in the documented order', () => {
  const { account, order } = aProposal()
  const strict = aPlan({
    ...{ symbolNotionalMax: '1', totalNotionalMax: '1', openOrdersMax: 1, positionsMax: 0, allowedVenues: ['OSTIUM'] },
  })
  const everything = aProposal({
    account: { ...account, state: 'HALTED', orders: new Map([['order-1', order]]), plan: strict },
    order: { ...order, flags: { ...REDUCE_ONLY, postOnly: true }, quantity: quantity(decimal('1')) },
    ...{ wouldTake: true, staleSymbols: ['SOL-USD'], isMarketOpen: false },
    after: figures({ equity: '-1', freeMargin: '-1' }),
  })
  // an order that rests is never refused for the hours, one that does not is never one too many
  const later: readonly RiskRule[] = ['max_drawdown', 'daily_loss_limit', 'news_freeze', 'trigger_would_fire']
  const expected = (except: RiskRule): readonly RiskRule[] =>
    RISK_RULES.filter((rule) => rule !== except && !later.includes(rule))
  expect(rulesOf(everything)).toEqual(expected('market_closed'))
  expect(rulesOf({ ...everything, rests: false })).toEqual(expected('max_open_orders'))
})

test('a refusal by a closed market says when it opens again', () => {
  const sessions = [{ day: 2, openMinute: 540, closeMinute: 600 }]
  const instrument = { ...BTC, tradingHours: { isAlwaysOpen: false, timeZone: 'UTC', sessions } }
  const at = timeOf('2026-03-02T12:00:00Z')
  const [violation] = violationsOf(aProposal({ isMarketOpen: false, rests: false, instrument, at }))
  expect(violation).toMatchObject({ rule: 'market_closed', until: timeOf('2026-03-03T09:00:00Z') })
  expect(violation?.message).toContain('opens at 2026-03-03T09:00:00.000Z')
})

describe('the loss rules look at what is left once the order has been paid for', () => {
  // BTC-USD at leverage 20; GMX takes 6 bp, makes 4 bp; the book stands 10 either side of the mark
  const losing = (pct: string): ReturnType<typeof aTrader> => {
    const trader = aTrader({ plan: aPlan({ dailyLoss: { pct: rate(decimal(pct)) } }) })
    trader.script.setPrice('BTC-USD', '20000', { spread: '20' })
    return trader
  }

  test('spread and fee of what executes now', () => {
    // 1 × (20010 − 20000) + 20010 × 0.0006 = 22.006 of 100000
    expect(losing('0.022006').placed(market('BUY', '1')).status).toBe('FILLED')
    expect(losing('0.022005').refusals(market('BUY', '1'))).toEqual(['daily_loss_limit'])
  })

  test('the fee of what rests, as maker where it waits', () => {
    // 19000 × 0.0004 = 7.6
    expect(losing('0.0076').placed(limit('BUY', '1', '19000')).status).toBe('OPEN')
    expect(losing('0.0075').refusals(limit('BUY', '1', '19000'))).toEqual(['daily_loss_limit'])
  })

  test('of what reduces: nothing', () => {
    const trader = losing('0.1')
    trader.placed(market('BUY', '1'))
    trader.script.setPrice('BTC-USD', '19500')
    expect(trader.refusals(market('BUY', '0.001'))).toEqual(['daily_loss_limit'])
    expect(trader.placed(market('SELL', '1')).status).toBe('FILLED')
  })

  test('daily losses that only lock are SOFT, and say until when; those that end the account are HARD, as is drawdown', () => {
    const violationOf = (fields: PlanFields): unknown => readable(violationsOf(fallenTo('1', fields))[0])
    expect(violationOf({ dailyLoss: { pct: rate(decimal('5')), action: 'LOCK' } })).toEqual({
      ...{ rule: 'daily_loss_limit', severity: 'SOFT' },
      ...{ message: 'equity would be 1 USD; the floor of this trading day is 95000 USD', limit: '95000', value: '1' },
      ...{ unit: 'USD', until: aProposal().account.day.endsAt },
    })
    expect(violationOf(DAILY)).toMatchObject({ severity: 'HARD' })
    expect(violationOf(DRAWDOWN)).toMatchObject({ rule: 'max_drawdown', severity: 'HARD', limit: '90000' })
  })
})
