/** Values of the examples in the OpenAPI document that its schemas do not tell: those of one filled order. */
import type { ExampleValues } from '@ats/service-kit/http'

const ACCOUNT = '01a20917-f9a1-7f37-84f0-467c471c9698'
const ORDER = '01a20918-11b2-7c55-9a60-3d1f2a7b8c01'
const POSITION = '01a20918-11b2-7c55-9a60-3d1f2a7b8c02'
const TRADE = '01a20918-11b2-7c55-9a60-3d1f2a7b8c03'
const KEY = '01a20910-02c3-7d11-8b4e-9e2a5f6c7d10'
const NOON = '2026-03-02T12:00:00.000Z'
const MIDNIGHT = '2026-03-03T00:00:00.000Z'

/** The fields of each of these schemas. */
const of = (schemas: readonly string[], values: ExampleValues): ExampleValues =>
  Object.fromEntries(
    schemas.flatMap((schema) => Object.entries(values).map(([field, value]) => [`${schema}.${field}`, value])),
  )

const PRICES: ExampleValues = {
  ...{ last_price: 64250.5, mark_price: 64250.5, index_price: 64250.1, bid: 64250, ask: 64250.5 },
  ...{ change_24h: 812.5, change_24h_pct: 1.2808, tick: 7089192000 },
}

const ANYWHERE: ExampleValues = {
  ...{ account_id: ACCOUNT, order_id: ORDER, position_id: POSITION, fill_id: TRADE, key_id: KEY, user_id: 'anna' },
  ...{ client_id: 'entry-2026-03-02-1', symbol: 'BTC-USD', origin: 'API', currency: 'USD', plan_id: 'standard-100k' },
  ...{ balance: 99999.61, equity: 99999.61, used_margin: 12.85, reserved_margin: 0, free_margin: 99986.26 },
  ...{ unrealized_pnl: 0, realized_pnl: 0, initial_balance: 100000, day_start_balance: 100000 },
  ...{ day_start_equity: 100000, high_water_mark: 100000, day_ends_at: MIDNIGHT, next_reset_at: MIDNIGHT },
  ...{ quantity: 0.01, entry_price: 64250.5, notional: 642.5, margin: 12.85, leverage: 50, liquidation_price: 57887.7 },
  ...{ funding: 0, borrowing: 0, rollover: 0, liquidating: false, take_profit: null, expires_at: null },
  ...{ violations: [], warnings: [], failed: [], breaches: [], holds: [], cancelling: [] },
  ...{
    max_leverage: 50,
    min_notional: 10,
    maintenance_margin_rate: 0.01,
    taker_fee_rate: 0.0006,
    maker_fee_rate: 0.0004,
  },
  ...{ base: 'BTC', quote: 'USD', tick_size: 0.1, lot_size: 0.0001, min_quantity: 0.0002, funding_cadence: '1h' },
  ...{ long_rate: 0.0000125, short_rate: -0.0000125, oracle_fee: 0, open: '00:00', close: '24:00', source: 'estimate' },
  ...{ time_zone: null, always_open: true, sessions: [], version: 1, sequence: 42 },
  ...{ trader_share_pct: 80, trader_amount: 200 },
  ...{ leader_account_id: ACCOUNT, follower_account_id: POSITION, 'ChangeCopyLink.status': 'PAUSED' },
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ...PRICES,
}

const FILLED: ExampleValues = {
  ...{
    id: ORDER,
    kind: 'MARKET',
    status: 'FILLED',
    tif: 'IOC',
    quantity: 0.01,
    price: 64250.5,
    average_price: 64250.5,
  },
  ...{ filled_quantity: 0.01, remaining_quantity: 0, held_quantity: 0, fees: 0.385503 },
}
const WORKING: ExampleValues = {
  ...{ id: ORDER, kind: 'LIMIT', status: 'OPEN', tif: 'GTC', quantity: 0.02, price: 63900, limit_price: 63900 },
  ...{ filled_quantity: 0, remaining_quantity: 0.02, held_quantity: 0, fees: 0, position_id: null, version: 2 },
}
const NO_FUNDING = { paid: 0, received: 0, net: 0, payments: [] }
const FILL: ExampleValues = { id: TRADE, price: 64250.5, fee: 0.385503, liquidity: 'TAKER', tick: 7089192000 }
const DRAWDOWN: ExampleValues = {
  ...{ rule: 'max_drawdown', severity: 'HARD', message: 'equity 89990 is below the floor 90000', limit: 90000 },
  ...{ value: 89990, unit: 'USD', equity: 89990, balance: 89990, action: 'TERMINATED', positions: [] },
}

export const EXAMPLES: ExampleValues = {
  ...ANYWHERE,
  ...of(['Order', 'OrderSnapshot', 'PreviewedOrder'], FILLED),
  ...of(['ModifiedOrder'], WORKING),
  ...of(['PlaceOrder'], { stop_loss: { offset_pct: 2 }, take_profit: { offset_pct: 4 } }),
  ...of(['Trade', 'TradeSnapshot', 'PreviewedFill'], FILL),
  ...of(['Position', 'ProtectedPosition', 'ClosedPosition'], { id: POSITION, fees: 0.385503, direction: 'LONG' }),
  ...of(['ProtectedPosition', 'Position'], { stop_loss: null }),
  ...of(['ClosedPosition'], { exit_price: 64500, realized_pnl: 2.495, close_reason: 'USER', r_multiple: null }),
  ...of(['Breach', 'HardBreach'], DRAWDOWN),
  ...of(['Violation'], {
    ...{ rule: 'max_leverage', severity: 'SOFT', message: 'leverage 51 would exceed 50', limit: 50, value: 51 },
    unit: 'ratio',
  }),
  ...of(['ClosePlacement'], { position: null }),
  ...of(['RiskConfig'], { news_freeze: null }),
  ...of(['Plan'], { id: 'standard-100k', name: 'Standard 100k' }),
  ...of(['MaxDrawdownRule'], { pct: 10 }),
  ...of(['DailyLossRule'], { pct: 5, reset_time: '00:00', reset_tz: 'UTC', warn_at_pct: 80 }),
  ...of(['NewsFreezeRule'], { before_minutes: 2, after_minutes: 2, impacts: ['HIGH'] }),
  ...of(['ExposureLimits'], {
    ...{ max_symbol_notional: 500000, max_total_notional: 1000000, max_open_orders: 100, max_positions: 20 },
  }),
  ...of(['Objective', 'ObjectiveProgress'], {
    profit_target_pct: 8,
    min_trading_days: 5,
    profit_target: 8000,
    profit: 0,
  }),
  ...of(['ObjectiveProgress'], { trading_days: 1 }),
  ...of(['Account', 'ListedAccount'], { id: ACCOUNT, name: 'Trend following', state: 'ACTIVE', default_venue: 'GMX' }),
  ...of(['Balance'], { total: 99999.61, available: 99986.76, locked: 12.85 }),
  ...of(['RiskFloor'], { rule: 'daily_loss_limit', equity: 95000, headroom: 4999.61 }),
  ...of(['RiskLimit'], {
    ...{ rule: 'daily_loss_limit', symbol: null, limit: 95000, value: 99999.61, unit: 'USD', allowance: 5000 },
    ...{ used: 0.39, headroom: 4999.61, headroom_pct: 99.99 },
  }),
  ...of(['DailyLoss'], { base: 100000, warn_at: 96000, trading_day: '2026-03-02' }),
  ...of(['FloorsAfterReset', 'Floors'], { max_drawdown: 90000, daily_loss_limit: 95000 }),
  ...of(['SymbolFreeze', 'FreezingEvent', 'NewsEvent'], { id: 'us-cpi-2026-03', title: 'US CPI', impact: 'HIGH' }),
  ...of(['NewsEvent'], { currencies: ['USD'], symbols: ['XAU-USD'] }),
  ...of(['RuleFinding'], {
    ...{ rule: 'max_leverage', verdict: 'PASS', severity: 'SOFT', limit: 50, value: 0.01, headroom: 49.99 },
    unit: 'ratio',
  }),
  ...of(['Preview'], { largest_quantity: 7.78 }),
  ...of(['PreviewedCosts', 'CarryPerDay'], { oracle_fees: 0, rate: 0.0000125, per_day: -0.19 }),
  ...of(['Transfer'], { house: 'fees', direction: 'OUT', amount: -0.385503, balance_after: 99999.61, accrual: null }),
  ...of(['Event'], { type: 'order.fill' }),
  ...of(['TradingDay'], {
    ...{ date: '2026-03-02', opening_balance: 100000, closing_balance: 99999.61, opening_equity: 100000 },
    ...{ closing_equity: 99999.61, lowest_equity: 99998.7, pnl: -0.39, trades: 1, target_reached: false },
  }),
  ...of(['DayTransfers'], { realized_pnl: 0, fees: -0.39, oracle_fees: 0, capital: 0 }),
  ...of(['EquityPoint'], { timestamp: NOON }),
  ...of(['FundingTotals', 'FundingOfAssetClass'], { paid: 0.01, received: 0, net: -0.01 }),
  ...of(['FundingByAssetClass'], { forex: NO_FUNDING, commodity: NO_FUNDING, equity: NO_FUNDING, index: NO_FUNDING }),
  ...of(['Tickers'], { forex: [], commodity: [], equity: [], index: [] }),
  ...of(['MarketFeed'], { sources: [], divergence_checked: [] }),
  ...of(['SymbolLeverage'], { leverage: 10 }),
  ...of(['FundingPayment'], { amount: -0.01, rate: 0.0000125, funding_at: NOON }),
  ...of(['Analytics'], {
    ...{ trades: 12, win_rate: 0.58, profit_factor: 1.7, avg_r: 0.4, expectancy: 35.2, average_win: 120.5 },
    ...{ average_loss: -82.3, max_drawdown: 410 },
  }),
  ...of(['ExposureBreakdown'], { total: 642.5 }),
  ...of(['ExposureByAssetClass'], { crypto: 642.5, forex: 0, commodity: 0, equity: 0, index: 0 }),
  ...of(['ExposureByVenue'], { GMX: 642.5, OSTIUM: 0 }),
  ...of(['KillSwitchResult'], { cancelled: [ORDER], closed: [], liquidating: [] }),
  ...of(['ArmedDeadManSwitch'], {
    ...{
      armed: true,
      timeout_ms: 60_000,
      action: 'CANCEL_OPENING',
      armed_at: NOON,
      expires_at: '2026-03-02T12:01:00.000Z',
    },
  }),
  ...of(['DeadManSwitch', 'DisarmedDeadManSwitch'], { armed: false, origin: null, key_id: null }),
  ...of(['AvailablePayout'], { available: 250, profit: 250 }),
  ...of(['Payout'], { amount: 250, client_id: 'payout-2026-03' }),
  ...of(['WebhookDelivery'], { url: 'https://example.com/hook', event_type: 'order.fill', status: 'DELIVERED' }),
  ...of(['WebhookAttempt'], { duration_ms: 38, status: 200, answer: 'ok' }),
  ...of(['Redelivered'], { redelivered: 3 }),
  ...of(['Orderbook'], { depth: 1, bids: [[64250, 1.2]], asks: [[64250.5, 0.8]] }),
  ...of(['PublicTrade'], { id: '7089192000-1', price: 64250.5 }),
  ...of(['Candle'], { open: 64200, high: 64260, low: 64180, close: 64250.5, volume: 3.2, source: 'ticks' }),
  ...of(['MarketMetrics'], {
    ...{ open_interest: 1820.5, open_interest_source: 'estimate', recent_volume: 9120.4, last_funding_rate: 0.0000125 },
    next_funding_at: '2026-03-02T13:00:00.000Z',
  }),
  ...of(['OrderbookDepths'], { default_depth: 24, max_depth: 100 }),
  ...of(['PageSizes'], { default: 100, max: 500 }),
  ...of(['ServiceLimits'], {
    ...{ requests_per_minute: 1200, public_requests_per_minute: 600, body_bytes: 16384, accounts_per_user: 1000 },
    active_keys_per_user: 10,
  }),
  ...of(['ServiceConfig'], { version: '1.0.0', environment: 'production', features: { streams: true } }),
  ...of(['SandboxFaults'], { started_at: NOON, faults_met: [] }),
  ...of(['MarketMove'], { price: 65000, over_ms: 5000 }),
  ...of(['RequestBudget'], { limit: 1200, remaining: 1199 }),
  ...of(['CurrentKey'], { permissions: ['READ_ONLY', 'TRADE'], ip_whitelist: [] }),
  ...of(['BatchResult'], {
    status: 404,
    body: { error: 'not_found', message: 'no such account', request_id: ORDER },
  }),
  ...of(['PlaceOrder'], { side: 'BUY', kind: 'MARKET', quantity: '0.01', client_id: 'entry-2026-03-02-1' }),
  ...of(['BatchOrder'], { side: 'BUY', kind: 'LIMIT', quantity: '0.01', price: '63900', client_id: 'grid-1' }),
  ...of(['ModifyOrder'], { price: '63900', version: 1 }),
  ...of(['ClosePosition'], { quantity: '0.005' }),
  ...of(['CancelOrders'], { symbol: 'BTC-USD' }),
  ...of(['ProtectPosition'], { stop_loss: { trigger_price: '62000' } }),
  ...of(['SetLeverage'], { leverage: '10' }),
  ...of(['RequestPayout'], { amount: '250', client_id: 'payout-2026-03' }),
  ...of(['CreateAccount'], { name: 'Trend following' }),
  ...of(['ArmDeadManSwitch'], { timeout_ms: 60_000, action: 'CANCEL_OPENING' }),
  ...of(['MoveMarket'], { price: '65000', over_ms: 5_000 }),
  ...of(['RedeliverWebhooks'], { from: '2026-03-02', to: '2026-03-02', status: 'DEAD' }),
}
