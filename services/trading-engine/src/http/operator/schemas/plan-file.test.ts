/** Files of plans, field by field; rules that contradict each other: core/risk/plan-issues.test.ts. */
import { REQUEST_PREFERENCES } from '@ats/service-kit/http'
import { planFile } from '../../../../test/support/plans/plan-file.js'
import { planFileBody } from './plan-file.js'

const issuesOf = (body: unknown): readonly string[] =>
  (planFileBody.validate(body, { ...REQUEST_PREFERENCES, convert: false }).error?.details ?? [])
    .map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)
    .sort()

test('every problem of a malformed plan is named, with what would be right', () => {
  const broken = planFile('broken id', {
    name: undefined,
    currency: 'EUR',
    initial_balance: '-1',
    allowed_venues: ['GMX', 'NASDAQ', 'GMX'],
    extra: true,
    risk_config: {
      max_drawdown: { mode: 'TRAILING', pct: 0, lock_at_initial: 'no' },
      daily_loss: {
        pct: 100.5,
        reset_time: '24:00',
        reset_tz: 'Mars/Olympus',
        warn_at_pct: 101,
        action: 'WARN',
      },
      news_freeze: { before_minutes: 1.5, after_minutes: -1, impacts: [], scope: 'SOME' },
      exposure: {
        max_symbol_notional: 0,
        max_total_notional: '1e6',
        max_leverage: 0.5,
        max_open_orders: 0,
        max_positions: '50',
        max_postions: 1,
        margin_mode: 'cross',
      },
      objective: { profit_target_pct: 200, min_trading_days: -1, trading_days: { min: 1.5, counts: 'CLOSED_TWICE' } },
    },
  })
  const risk = '1.risk_config'
  const at = 'plans[1].risk_config'
  const decimalText = 'must have 1 to 20 digits and at most 18 decimals, as in "0.25": no exponent, no blanks'
  expect(issuesOf({ plans: [planFile('fine'), broken, planFile('fine')] })).toEqual(
    [
      '1.allowed_venues.1: plans[1].allowed_venues[1] must be one of GMX, OSTIUM',
      '1.allowed_venues.2: plans[1].allowed_venues[2] is there twice',
      '1.currency: plans[1].currency must be USD',
      '1.extra: plans[1].extra is not a field of this request',
      '1.id: plans[1].id must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
      '1.initial_balance: plans[1].initial_balance must be greater than 0',
      '1.name: plans[1].name is required',
      `${risk}.daily_loss.action: ${at}.daily_loss.action must be one of TERMINATE, LOCK`,
      `${risk}.daily_loss.pct: ${at}.daily_loss.pct must be in percent, greater than 0 and at most 100: 5 is 5 %`,
      `${risk}.daily_loss.reset_time: ${at}.daily_loss.reset_time must be a local time from 00:00 to 23:59, such as 17:00`,
      `${risk}.daily_loss.reset_tz: ${at}.daily_loss.reset_tz must be a time zone of the IANA database, such as Europe/Prague or UTC`,
      `${risk}.daily_loss.warn_at_pct: ${at}.daily_loss.warn_at_pct must be in percent of the limit, from 0 to 100: 80 is 80 %`,
      `${risk}.exposure.margin_mode: ${at}.exposure.margin_mode must be one of CROSS, ISOLATED`,
      `${risk}.exposure.max_leverage: ${at}.exposure.max_leverage must be at least 1`,
      `${risk}.exposure.max_open_orders: ${at}.exposure.max_open_orders must be a whole number from 1 to 100000`,
      `${risk}.exposure.max_positions: ${at}.exposure.max_positions must be a whole number from 1 to 100000`,
      `${risk}.exposure.max_postions: ${at}.exposure.max_postions is not a field of this request`,
      `${risk}.exposure.max_symbol_notional: ${at}.exposure.max_symbol_notional must be greater than 0`,
      `${risk}.exposure.max_total_notional: ${at}.exposure.max_total_notional ${decimalText}`,
      `${risk}.max_drawdown.lock_at_initial: ${at}.max_drawdown.lock_at_initial must be true or false`,
      `${risk}.max_drawdown.mode: ${at}.max_drawdown.mode must be one of STATIC, TRAILING_EOD, TRAILING_INTRADAY, TRAILING_CLOSED, PCT_OF_PEAK`,
      `${risk}.max_drawdown.pct: ${at}.max_drawdown.pct must be greater than 0`,
      `${risk}.news_freeze.after_minutes: ${at}.news_freeze.after_minutes must be a whole number from 0 to 1440`,
      `${risk}.news_freeze.before_minutes: ${at}.news_freeze.before_minutes must be a whole number from 0 to 1440`,
      `${risk}.news_freeze.impacts: ${at}.news_freeze.impacts must have at least one of LOW, MEDIUM, HIGH`,
      `${risk}.news_freeze.scope: ${at}.news_freeze.scope must be one of OPENING, ALL`,
      `${risk}.objective.min_trading_days: ${at}.objective.min_trading_days must be a whole number from 0 to 1000`,
      `${risk}.objective.trading_days.counts: ${at}.objective.trading_days.counts must be one of OPENED, CLOSED, OPENED_AND_CLOSED, NET_PROFIT`,
      `${risk}.objective.trading_days.min: ${at}.objective.trading_days.min must be a whole number from 0 to 1000`,
      `${risk}.objective.profit_target_pct: ${at}.objective.profit_target_pct must be in percent, greater than 0 and at most 100: 5 is 5 %`,
      '2: plans[2] has the id of an earlier plan of the file',
    ].sort(),
  )
})

test.each<[string, object, string]>([
  ['no plans', { plans: [] }, 'plans must have at least one plan'],
  ['one plan instead of a list', planFile('x'), 'plans is required'],
  ['a plan that is none', { plans: [1] }, 'plans[0] must be an object'],
])('%s: %s', (_name, body, message) => {
  expect(issuesOf(body).join()).toContain(message)
})

test.each<[unknown, unknown, boolean]>([
  [0, 100, true],
  ['100', '0.000000000000000001', true],
  ['', 5, false],
  [-1, 5, false],
  ['100.000000000000000001', 5, false],
  [80, '100.000000000000000001', false],
  [80, true, false],
])('warned at %j percent of a loss of %j percent: %p', (warn, pct, isRight) => {
  const rules = { daily_loss: { warn_at_pct: warn, pct }, max_drawdown: { pct } }
  expect(issuesOf({ plans: [planFile('limits', { risk_config: rules })] }).length === 0).toBe(isRight)
})

const THEN = { initial_balance_pct: '25', split_pct: '90', max_initial_balance: '140000' }
test.each<[object, object, string | null]>([
  [{ profit_pct: '1', payouts: 1, all: true }, THEN, null],
  [{ all: true }, THEN, '.when: at least one of these must be sent: months'],
  [{ payouts: 1, all: true }, {}, '.then: at least one of these must be sent: initial'],
  [{ payouts: 1 }, THEN, 'when.all is required'],
])('scaling when %j then %j', (when, then, expected) => {
  const file = planFile('growing', { risk_config: { scaling: [{ when, then }] } })
  const issues = issuesOf({ plans: [file] })
  expect(issues).toEqual(expected === null ? [] : [expect.stringContaining(expected)])
})
