/** Plans come from files, whole or not at all, and every change is a version of its own. */
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'
import type { ProblemBody } from '../support/account-calls.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Imported {
  readonly plans: readonly { id: string; version: number; outcome: string }[]
}
const put = <T = Imported>(...plans: readonly unknown[]) =>
  engine.operator.put<T>('/operator/v1/plans', { body: { plans } })
const audits = async () => {
  const { rows } = await engine.pool.query<{ count: string }>(
    `select count(*) from operator_audit where action = 'import_plans'`,
  )
  return Number(rows[0]?.count)
}
const without = (fields: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const versionsOf = async (id: string) => {
  const { body } = await engine.operator.get<{ id: string; version: number; name: string }[]>('/operator/v1/plans')
  return body.filter((plan) => plan.id === id).map(({ version, name }) => `${version} ${name}`)
}

test('a dry run says what would change and who keeps which version, and writes nothing', async () => {
  await put(planFile('dry'))
  await engine.trader('dry')
  await engine.operator.post('/operator/v1/grants', { body: { user_id: 'someone', plan_id: 'dry' } })
  const before = await audits()
  const changed = planFile('dry', { name: 'Drier', risk_config: { daily_loss: { pct: 4 }, objective: null } })
  const body = { plans: [changed, planFile('dry-new')] }
  const { body: previewed } = await engine.operator.put('/operator/v1/plans?dry_run=true', { body })
  const versions = [{ version: 1, accounts: 1, unused_grants: 1 }]
  expect(previewed).toEqual({
    dry_run: true,
    plans: [
      {
        ...{ id: 'dry', version: 2, outcome: 'changed', versions },
        changes: [
          { path: ['name'], before: 'Evaluation 100k', after: 'Drier' },
          { path: ['risk_config', 'daily_loss', 'pct'], before: '5', after: '4' },
          { path: ['risk_config', 'objective'], before: expect.objectContaining({}) as object, after: null },
        ],
      },
      { id: 'dry-new', version: 1, outcome: 'created', changes: [], versions: [] },
    ],
  })
  expect([await versionsOf('dry'), await versionsOf('dry-new'), await audits()]).toEqual([
    ['1 Evaluation 100k'],
    [],
    before,
  ])
  expect((await engine.operator.put('/operator/v1/plans?dry_run=yes', { body })).status).toBe(400)
  const broken = { plans: [planFile('dry', { currency: 'EUR' })] }
  expect((await engine.operator.put('/operator/v1/plans?dry_run=true', { body: broken })).status).toBe(400)
})

test('a new plan is on sale immediately; the same again changes nothing, a changed one is the next version', async () => {
  const before = await audits()
  expect((await put(planFile('eval'))).body.plans).toEqual([{ id: 'eval', version: 1, outcome: 'created' }])
  const bought = await engine.trader('eval')
  const same = planFile('eval', {
    initial_balance: '100000.00',
    allowed_venues: ['OSTIUM', 'GMX'],
    risk_config: { exposure: { max_leverage: '20.0' } },
  })
  expect((await put(same)).body.plans).toEqual([{ id: 'eval', version: 1, outcome: 'unchanged' }])
  const changed = planFile('eval', {
    name: 'Evaluation, tighter',
    risk_config: { daily_loss: { pct: 4 }, objective: null },
  })
  const both = await put(changed, planFile('other'))
  expect(both.body.plans).toEqual([
    { id: 'eval', version: 2, outcome: 'changed' },
    { id: 'other', version: 1, outcome: 'created' },
  ])
  expect(await versionsOf('eval')).toEqual(['2 Evaluation, tighter', '1 Evaluation 100k'])
  // one for each import that changed something
  expect((await audits()) - before).toBe(2)

  const kept = await bought.api.get<{ plan_version: number; risk_config: { daily_loss: { pct: number } } }>(
    `/v1/account/${bought.accountId}`,
  )
  expect([kept.body.plan_version, kept.body.risk_config.daily_loss.pct]).toEqual([1, 5])
  const later = await engine.trader('eval')
  const sold = await later.api.get<typeof kept.body>(`/v1/account/${later.accountId}`)
  expect([sold.body.plan_version, sold.body.risk_config.daily_loss.pct]).toEqual([2, 4])
})

test('each version tells the accounts that have it and have not ended, and the grants that are unused', async () => {
  const uses = async () => {
    const { body } =
      await engine.operator.get<{ id: string; version: number; accounts: number; unused_grants: number }[]>(
        '/operator/v1/plans',
      )
    return body.filter(({ id }) => id === 'used').map((plan) => [plan.version, plan.accounts, plan.unused_grants])
  }
  await put(planFile('used'))
  const { accountId } = await engine.trader('used')
  await engine.trader('used')
  await put(planFile('used', { name: 'Next' }))
  await engine.operator.post('/operator/v1/grants', { body: { user_id: 'someone', plan_id: 'used' } })
  expect(await uses()).toEqual([
    [2, 0, 1],
    [1, 2, 0],
  ])
  await engine.operator.post(`/operator/v1/accounts/${accountId}/close`, { body: { reason: 'left' } })
  expect(await uses()).toEqual([
    [2, 0, 1],
    [1, 1, 0],
  ])
})

test('terms of payouts are kept and answered as they were written, and refused where they contradict themselves', async () => {
  const payouts = {
    ...{ first_after_days: 14, every_days: 7, min_amount: '100', max_amount: '5000', max_pct_of_balance: '50' },
    ...{ buffer_amount: '0', split: [{ up_to_total: '10000', pct: '100' }, { pct: '90' }], flat: true },
    qualifying_days: { min: 5, counts: 'NET_PROFIT', threshold_amount: '150' },
    consistency: { pct: '40', numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LT' },
    holding_time: { min_seconds: 60, share_of_profit_pct: '50' },
  }
  expect((await put(planFile('pays', { risk_config: { payouts } }))).body.plans).toMatchObject([{ outcome: 'created' }])
  const { body } = await engine.operator.get<{ id: string; risk_config: object }[]>(
    '/operator/v1/plans?decimals=string',
  )
  expect(body.find(({ id }) => id === 'pays')!.risk_config).toMatchObject({ payouts })
  expect(body.find(({ id }) => id === 'standard-100k')!.risk_config).not.toHaveProperty('payouts')
  expect((await put(planFile('pays', { risk_config: { payouts } }))).body.plans).toMatchObject([
    { outcome: 'unchanged' },
  ])
  const split = [{ pct: 80 }, { up_to_total: 10, pct: 90 }, { up_to_total: 10, pct: 95 }]
  const wrong = planFile('pays', { risk_config: { payouts: { ...payouts, max_amount: 99, split } } })
  expect((await put<ProblemBody>(wrong)).body.issues!.map(({ message }) => message)).toEqual([
    'plans[0].risk_config.payouts.max_amount must be at least min_amount, which is 100',
    'plans[0].risk_config.payouts.split must end with a share that has no up_to_total, and have no other such share',
    'plans[0].risk_config.payouts.split must have each up_to_total higher than the one before: they are totals of all that was paid',
  ])
})

test('the plans that the service brings along are as their own files say', async () => {
  const { body } = await engine.operator.get<Record<string, unknown>[]>('/operator/v1/plans?decimals=string')
  const newest = body.filter(({ version, id }) => version === 3 && id !== 'eval' && id !== 'other')
  const files = newest.map(({ risk_config: rules, ...plan }) => ({
    ...without(plan, 'version', 'created_at', 'accounts', 'unused_grants'),
    risk_config: without(rules as object, 'currency', 'initial_balance'),
  }))
  expect(files.length).toBeGreaterThanOrEqual(4)
  const imported = await put(...files)
  expect(imported.body.plans.map(({ outcome }) => outcome)).toEqual(files.map(() => 'unchanged'))
})

test('a version with base stays as it is: its file changes nothing, and any other is told what to write', async () => {
  await engine.pool.query(
    `insert into plans (id, version, definition) select 'with-base', 1, definition from plans
      where id = 'standard-100k' and version = 1`,
  )
  const { body } = await engine.operator.get<Record<string, unknown>[]>('/operator/v1/plans?decimals=string')
  const { risk_config: rules, ...plan } = body.find(({ id }) => id === 'with-base')!
  expect(rules).toMatchObject({ max_drawdown: { mode: 'STATIC', pct: '10', lock_at_initial: false } })
  const file = {
    ...without(plan, 'version', 'created_at', 'accounts', 'unused_grants'),
    risk_config: without(rules as object, 'currency', 'initial_balance'),
  }
  expect((await put(file)).body.plans).toEqual([{ id: 'with-base', version: 1, outcome: 'unchanged' }])
  const other = await put<ProblemBody>({ ...file, name: 'Renamed' })
  expect([other.status, other.body.issues!.map(({ message }) => message)]).toEqual([
    400,
    [
      'plans[0].risk_config.max_drawdown.lock_at_initial is of stored plan versions: use lock_at, {"offset": 0} for true',
      'plans[0].risk_config.daily_loss.base is of stored plan versions: use reference, and amount_base with pct',
      'plans[0].risk_config.daily_loss.reset_time is of stored plan versions: use trading_day.reset_time',
      'plans[0].risk_config.daily_loss.reset_tz is of stored plan versions: use trading_day.reset_tz',
    ],
  ])
  expect(await versionsOf('with-base')).toHaveLength(1)
})

test('a name that hides something, or a date to come, stays of a stored version, and is refused in another', async () => {
  const name = 'Swing\u202e 50k'
  const wrong = { name, verified_on: '2999-01-01' }
  const refused = await put<ProblemBody>(planFile('hides', wrong))
  const messages = [
    'plans[0].name must be 1 to 128 characters that begin with a letter, a digit or a sign and are all visible',
    'plans[0].verified_on must not be in the future',
  ]
  expect([refused.status, refused.body.issues!.map(({ message }) => message)]).toEqual([400, messages])
  await put(planFile('hides'))
  await engine.pool.query(
    `insert into plans (id, version, definition) select id, 2, definition || $1 from plans where id = 'hides'`,
    [wrong],
  )
  expect((await put(planFile('hides', wrong))).body.plans).toEqual([{ id: 'hides', version: 2, outcome: 'unchanged' }])
  const body = { plans: [planFile('hides', { ...wrong, initial_balance: 50_000 })] }
  const asked = await engine.operator.put<ProblemBody>('/operator/v1/plans?dry_run=true', { body })
  expect(asked.body.issues!.map(({ message }) => message)).toEqual(messages)
})

test('two operators who import the same plan concurrently make one version, and one row in the audit', async () => {
  const before = await audits()
  const answers = await Promise.all(Array.from({ length: 8 }, () => put(planFile('raced'))))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const outcomes = answers.map(({ body }) => body.plans[0]?.outcome).sort()
  expect(outcomes).toEqual(['created', ...Array.from({ length: 7 }, () => 'unchanged')])
  expect(await versionsOf('raced')).toHaveLength(1)
  expect((await audits()) - before).toBe(1)
})

test('a malformed file is refused whole, with every problem listed; existing plans stay', async () => {
  const before = await engine.operator.get('/operator/v1/plans')
  const audited = await audits()
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
        base: null,
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
  const answer = await put<ProblemBody>(planFile('fine'), broken, planFile('fine'))
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_payload'])
  const problems = answer.body.issues!.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)
  const risk = '1.risk_config'
  const at = 'plans[1].risk_config'
  const decimalText = 'must have 1 to 20 digits and at most 18 decimals, as in "0.25": no exponent, no blanks'
  expect(problems.sort()).toEqual(
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
  expect((await engine.operator.get('/operator/v1/plans')).text).toBe(before.text)
  expect(await audits()).toBe(audited)
})

test.each<[string, object, string]>([
  ['no plans', { plans: [] }, 'plans must have at least one plan'],
  ['one plan instead of a list', planFile('x'), 'plans is required'],
  ['a plan that is none', { plans: [1] }, 'plans[0] must be an object'],
  ['prototypes', JSON.parse('{"plans":[{"__proto__":{"id":"x"}}]}') as object, '__proto__'],
])('%s: %s', async (_name, body, message) => {
  const answer = await engine.operator.put('/operator/v1/plans', { body })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(message)
})

test('the share to warn at may be 0 or 100, a percentage 100, and no more than is text or number', async () => {
  const limits = (warn: unknown, pct: unknown) =>
    planFile('limits', { risk_config: { daily_loss: { warn_at_pct: warn, pct }, max_drawdown: { pct } } })
  for (const [warn, pct] of [
    [0, 100],
    ['100', '0.000000000000000001'],
  ])
    expect((await put(limits(warn, pct))).status).toBe(200)
  for (const [warn, pct] of [
    ['', 5],
    [-1, 5],
    ['100.000000000000000001', 5],
    [80, '100.000000000000000001'],
    [80, true],
  ])
    expect((await put(limits(warn, pct))).status).toBe(400)
})
