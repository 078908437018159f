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

test('terms of payouts are kept and answered as they were written', async () => {
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
  const broken = planFile('broken', { currency: 'EUR', risk_config: { max_drawdown: { pct: 0 } } })
  const answer = await put<ProblemBody>(planFile('fine'), broken, planFile('fine'))
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_payload'])
  expect(answer.body.issues!.map(({ path }) => path.join('.')).sort()).toEqual([
    ...['plans.1.currency', 'plans.1.risk_config.max_drawdown.pct', 'plans.2'],
  ])
  const polluting = await put(JSON.parse('{"__proto__":{"id":"x"}}'))
  expect([polluting.status, polluting.text]).toEqual([400, expect.stringContaining('__proto__')])
  expect((await engine.operator.get('/operator/v1/plans')).text).toBe(before.text)
  expect(await audits()).toBe(audited)
})
