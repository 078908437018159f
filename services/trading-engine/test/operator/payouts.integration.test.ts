/** Payouts: asked for by traders, split by an operator, approved by another; the account is debited exactly once. */
import { randomUUID } from 'node:crypto'
import { hashCredential } from '@ats/contracts'
import { parseOperators } from '../../src/core/model/account/operators.js'
import { accountCalls, type ProblemBody } from '../support/account-calls.js'
import { startEngine, tokenOf, type TestEngine, type Trader } from '../support/engine/engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { beginChallenge } from '../support/plans/challenges.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram } from '../support/plans/program-file.js'
import { versionOf } from '../support/payout-version.js'

let engine: TestEngine
/** A replica on the same database. */
let second: TestEngine

beforeAll(async () => {
  engine = await startEngine()
  second = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
})
afterAll(async () => {
  await second.close()
  await engine.close()
})

interface PayoutRow {
  readonly id: string
  readonly amount: string
  readonly status: string
  readonly trader_amount: string | null
  readonly reason: string | null
}

interface Summary {
  readonly free_margin: string
  readonly reserved_payout: string
}

interface Terms {
  readonly available: string
  readonly conditions: readonly { readonly condition: string; readonly met: boolean }[]
}

const as = (name: string, by = engine) => by.operatorAs(name)
/** An account with so much above its initial balance. */
async function rich(profit = '5000', planId?: string): Promise<Trader> {
  const trader = await engine.trader(planId)
  const body = { direction: 'IN', amount: profit, reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${trader.accountId}/capital`, { body })
  return trader
}
const ask = <T = PayoutRow>(trader: Trader, amount: unknown, clientId: string = randomUUID(), api = trader.api) =>
  untilAnswered(() =>
    api.post<T>(`/v1/account/${trader.accountId}/payouts?decimals=string`, { body: { amount, client_id: clientId } }),
  )
const requested = async (trader: Trader, amount: unknown) => (await ask(trader, amount)).body.id
/** Without a body an approval is of the version that the payout then has. */
async function decide<T = PayoutRow>(name: string, id: string, verb: string, body?: object, by = engine) {
  const sent = body ?? (verb === 'approve' ? { version: await versionOf(engine.pool, id) } : {})
  return untilAnswered(() =>
    as(name, by).post<T & ProblemBody>(`/operator/v1/payouts/${id}/${verb}?decimals=string`, { body: sent }),
  )
}
const propose = (id: string, by = 'pia') => decide(by, id, 'propose', { trader_share_pct: '80' })
const payoutsOf = async (trader: Trader) =>
  (await trader.api.get<PayoutRow[]>(`/v1/account/${trader.accountId}/payouts?decimals=string`)).body
const debits = async (trader: Trader) => (await accountCalls(trader).ledger()).filter(({ amount }) => amount < 0)

test('asked for, split, approved by another: debited to the last cent, seen by the trader, each step in the audit', async () => {
  const trader = await rich('1234.57')
  const answer = await ask(trader, '1234.57')
  expect(answer.status).toBe(201)
  const { id } = answer.body
  expect((await decide('otto', id, 'approve')).body.reason).toBe('payout_unsplit')
  const proposed = await decide('olga', id, 'propose', { trader_share_pct: '33.3333' })
  expect(proposed.body).toMatchObject({ status: 'PROPOSED', trader_amount: '411.52', proposed_by: 'olga' })
  expect((await decide('olga', id, 'approve')).status).toBe(403)
  expect(await debits(trader)).toEqual([])
  const approved = await decide('otto', id, 'approve')
  expect(approved.body).toMatchObject({ id, status: 'PAID', amount: '1234.57', decided_by: 'otto' })
  expect(await payoutsOf(trader)).toMatchObject([{ id, status: 'PAID', trader_amount: '411.52' }])
  const ledger = `/v1/account/${trader.accountId}/ledger?decimals=string&limit=1`
  const [transfer] = (await trader.api.get<Record<string, string>[]>(ledger)).body
  expect(transfer).toMatchObject({ house: 'capital', amount: '-1234.57', balance_after: '100000' })
  const audit = await engine.operator.get<{ operator: string; action: string }[]>(
    `/operator/v1/audit?subject=${trader.accountId}`,
  )
  expect(audit.body.map(({ operator, action }) => `${operator} ${action}`)).toEqual([
    'otto approve_payout',
    'olga propose_payout',
    'olga move_capital',
  ])
})

test('one person approves nothing as another: a token renamed since, a new token of the name, a header', async () => {
  const trader = await rich()
  const id = await requested(trader, 100)
  await propose(id)
  const of = (name: string, token: string) => `${name}:${hashCredential(token).toString('hex')}:approver`
  const renamed = 'nora'
  const people = parseOperators(
    [of(renamed, tokenOf('pia')), of(renamed, tokenOf('new')), of('P.i.a', tokenOf('otto'))].join(),
  )
  const later = await startEngine({
    ...{ ROLE: 'api', OPERATORS: people },
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
  })
  const version = await versionOf(engine.pool, id)
  try {
    for (const token of ['pia', 'new', 'otto']) {
      const api = later.operatorAs(token).with({ 'x-operator': 'somebody else' })
      const answer = await untilAnswered(() =>
        api.post<ProblemBody>(`/operator/v1/payouts/${id}/approve`, { body: { version } }),
      )
      expect([token, answer.status, answer.body.reason]).toEqual([token, 409, 'same_operator'])
    }
  } finally {
    await later.close()
  }
  expect(await debits(trader)).toEqual([])
  expect((await decide('otto', id, 'approve')).body.status).toBe('PAID')
})

test('the same client_id asks once, racing and again; while one is open another is refused', async () => {
  const trader = await rich()
  const beside = second.api.with(trader.key.headers)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      untilAnswered(() => ask(trader, 100, 'once', index % 2 === 0 ? trader.api : beside)),
    ),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(await payoutsOf(trader)).toHaveLength(1)
  const other = await ask<ProblemBody>(trader, 50)
  expect([other.status, other.body.reason]).toEqual([409, 'payout_open'])
  const reused = await ask<ProblemBody>(trader, 101, 'once')
  expect([reused.status, reused.body.reason]).toEqual([409, 'client_id_reuse'])
})

test('a debit that was decided on before the payout was rejected writes nothing', async () => {
  const trader = await rich()
  const id = await requested(trader, 1_000)
  await propose(id)
  // The row changes between decision and write, as another process would change it.
  await engine.pool.query('update payouts set version = version + 1 where id = $1', [id])
  const before = await engine.pool.query('select version from accounts where id = $1', [trader.accountId])
  const stale = (operator: object) =>
    engine.pool.query(
      `insert into commands (id, user_id, client_id, account_id, kind, fingerprint, moves, status, response, operator, created_at, origin)
       values ($1, $2, $3, $4, 'approve_payout', '', false, 200, $5, $6, now(), 'OPERATOR')`,
      [randomUUID(), trader.userId, `payout/${id}`, trader.accountId, JSON.stringify({ id, version: 3 }), operator],
    )
  const otto = { name: 'otto', request: {} }
  await expect(stale({ ...otto, tokens: ['x'] })).rejects.toThrow('has changed since it was decided on')
  // As an engine of before would write it, which takes the name from a header.
  await expect(stale(otto)).rejects.toThrow('an engine that knows whose token it is')
  const after = await engine.pool.query('select version from accounts where id = $1', [trader.accountId])
  expect(after.rows).toEqual(before.rows)
})

test('a plan with terms lists its conditions, refuses until they are met, and splits by what it has paid', async () => {
  const payouts = {
    ...{ first_after_days: 0, every_days: 1, min_amount: '100', max_amount: '1500', buffer_amount: '250' },
    ...{ split: [{ up_to_total: '1000', pct: '100' }, { pct: '90' }], flat: true },
    holding_time: { min_seconds: 60, share_of_profit_pct: '50' },
    qualifying_days: { min: 0, counts: 'NET_PROFIT', threshold_pct: '0.5' },
  }
  await engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('pays', { risk_config: { payouts } })] } })
  const trader = await rich('5000', 'pays')
  const available = async () =>
    (await trader.api.get<Terms>(`/v1/account/${trader.accountId}/payouts/available?decimals=string`)).body
  const before = await available()
  expect(before).toMatchObject({
    ...{ available: '1500', profit: '5000', eligible: true, paid_total: '0', profit_adjustments: '0' },
    limits: [
      { limit: 'free_margin', amount: '105000' },
      { limit: 'profit', amount: '4750' },
      { limit: 'floor', amount: '10000' },
      { limit: 'max_amount', amount: '1500' },
    ],
    // 1000 + 500 × 90 %
    split: {
      trader_amount: '1450',
      parts: [
        { amount: '1000', pct: '100' },
        { amount: '500', pct: '90' },
      ],
    },
  })
  expect(before.conditions.every(({ met }) => met)).toBe(true)
  const little = await ask<ProblemBody & Terms>(trader, 99)
  expect([little.status, little.body.reason, little.body.available]).toEqual([409, 'not_eligible', '1500'])
  expect(little.body.conditions.filter(({ met }) => !met)).toMatchObject([
    { condition: 'min_amount', value: '99', needed: '100', unit: 'USD' },
  ])
  const id = await requested(trader, 1_500)
  const said = await decide('pia', id, 'propose', { trader_share_pct: 80 })
  expect([said.status, said.body.issues!.map(({ code }) => code)]).toEqual([400, ['payout.split']])
  expect((await decide('pia', id, 'propose')).body).toMatchObject({ trader_amount: '1450', trader_share_pct: null })
  expect((await decide('otto', id, 'approve')).body).toMatchObject({ status: 'PAID', trader_amount: '1450' })
  const after = await available()
  expect(after).toMatchObject({ eligible: false, paid_total: '1500', split: { trader_amount: '1350' } })
  expect(after.conditions.filter(({ met }) => !met)).toMatchObject([
    { condition: 'every_days', value: '0', needed: '1', unit: 'days' },
  ])
})

test('what is asked for is reserved on every replica, until its trader cancels it', async () => {
  const payouts = {
    ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', split: [{ pct: '80' }], flat: false },
  }
  await engine.operator.put('/operator/v1/plans', {
    body: { plans: [planFile('holds', { risk_config: { payouts } })] },
  })
  const trader = await rich('5000', 'holds')
  const beside = second.api.with(trader.key.headers)
  const figures = async (api = trader.api) => {
    const { body } = await api.get<Summary>(`/v1/account/${trader.accountId}/summary?decimals=string`)
    return [body.free_margin, body.reserved_payout]
  }
  expect(await figures()).toEqual(['105000', '0'])
  const cancel = <T = PayoutRow>(id: string, api = trader.api) =>
    untilAnswered(() => api.post<T>(`/v1/account/${trader.accountId}/payouts/${id}/cancel?decimals=string`))
  const first = await requested(trader, 4_000)
  expect([await figures(), await figures(beside)]).toEqual([
    ['101000', '4000'],
    ['101000', '4000'],
  ])
  const [one, again] = [await cancel(first), await cancel(first, beside)]
  expect(one.body).toMatchObject({ id: first, status: 'CANCELLED' })
  expect(again.body).toEqual(one.body)
  expect(await payoutsOf(trader)).toMatchObject([{ id: first, status: 'CANCELLED' }])
  expect(await figures(beside)).toEqual(['105000', '0'])
  const next = await requested(trader, 5_000)
  await decide('pia', next, 'propose')
  expect((await cancel<ProblemBody>(next)).body.reason).toBe('payout_proposed')
  const other = await rich()
  const theirs = `/v1/account/${other.accountId}/payouts/${next}/cancel`
  expect((await other.api.post(theirs)).status).toBe(404)
  const rejected = await decide('pia', next, 'reject', { reason: 'documents missing', code: 'identity' })
  expect(rejected.body).toMatchObject({ status: 'REJECTED', code: 'identity' })
  expect((await cancel<ProblemBody>(next)).body.reason).toBe('payout_ended')
  expect(await figures()).toEqual(['105000', '0'])
  const { body: events } = await trader.api.get<{ type: string }[]>(`/v1/account/${trader.accountId}/events`)
  expect(events.map(({ type }) => type)).toEqual([
    ...['payout.requested', 'payout.cancelled', 'payout.requested', 'payout.proposed', 'payout.rejected'],
  ])
})

test('what an operator takes off the profit is not paid, is listed, and can be given back', async () => {
  const trader = await rich('5000', 'holds')
  const path = `/operator/v1/accounts/${trader.accountId}/profit-adjustments?decimals=string`
  const adjust = (body: object) =>
    engine.operator.post<ProblemBody & { id: string }>(path, { body: { reason: 'news trade', ...body } })
  const taken = await adjust({ amount: '1500.5', reference: 'a' })
  expect([taken.status, (await adjust({ amount: '1500.5', reference: 'a' })).text]).toEqual([201, taken.text])
  expect((await adjust({ amount: 1, reference: 'a' })).body.reason).toBe('reference_reuse')
  const more = await adjust({ amount: 1501, direction: 'RETURN', reference: 'b' })
  expect([more.status, more.body.issues![0]!.code]).toEqual([400, 'adjustment.total'])
  const unknown = await adjust({ amount: 1, position_id: randomUUID(), reference: 'c' })
  expect([unknown.status, unknown.body.issues![0]!.code]).toEqual([400, 'position.unknown'])
  const available = async () =>
    (await trader.api.get<object>(`/v1/account/${trader.accountId}/payouts/available?decimals=string`)).body
  expect(await available()).toMatchObject({ available: '3499.5', profit: '5000', profit_adjustments: '1500.5' })
  expect((await ask(trader, 3_500)).status).toBe(409)
  await adjust({ amount: 500, direction: 'RETURN', reference: 'd' })
  const listed = await trader.api.get<object[]>(`/v1/account/${trader.accountId}/profit-adjustments?decimals=string`)
  const shown = { position_id: null, rule: 'operator', reason: 'news trade' }
  expect(listed.body).toMatchObject([
    { ...shown, amount: '-500' },
    { ...shown, amount: '1500.5', id: taken.body.id },
  ])
  expect(await available()).toMatchObject({ available: '3999.5' })
  const { body: events } = await trader.api.get<object[]>(`/v1/account/${trader.accountId}/events`)
  expect(events).toMatchObject(
    [1500.5, -500].map((amount) => ({
      type: 'account.profit_adjusted',
      data: { profit_adjustment: { ...shown, amount } },
    })),
  )
  const { body } = await trader.api.get<object>(`/v1/account/${trader.accountId}/summary?decimals=string`)
  expect(body).toMatchObject({ balance: '105000', equity: '105000' })
})

test('a plan without terms answers what is available as before', async () => {
  const trader = await rich()
  const { body } = await trader.api.get<object>(`/v1/account/${trader.accountId}/payouts/available`)
  expect(body).toEqual({
    ...{ available: 5000, profit: 5000, free_margin: 105000, unrealized_pnl: 0, open_payout_id: null },
  })
})

test('operators list them by status, user and account; nobody else asks for an account', async () => {
  const [trader, other] = [await rich(), await rich()]
  const id = await requested(trader, 10)
  const list = async (query: string) =>
    (await engine.operator.get<PayoutRow[]>(`/operator/v1/payouts?${query}`)).body.map((row) => row.id)
  expect(await list(`account_id=${trader.accountId}`)).toEqual([id])
  expect(await list(`user_id=${trader.userId}&status=REQUESTED`)).toEqual([id])
  expect(await list(`user_id=${trader.userId}&status=PAID`)).toEqual([])
  expect((await ask(trader, 10, 'theirs', other.api)).status).toBe(404)
})

test('a statement says the same for ever: from the request, and once paid, whatever becomes of the account', async () => {
  const payouts = {
    ...{ first_after_days: 0, every_days: 0, min_amount: '100', buffer_amount: '250', flat: false },
    split: [{ up_to_total: '1000', pct: '100' }, { pct: '90' }],
  }
  await engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('said', { risk_config: { payouts } })] } })
  const trader = await rich('5000', 'said')
  const adjust = (amount: string, reason: string) =>
    engine.operator.post(`/operator/v1/accounts/${trader.accountId}/profit-adjustments`, {
      body: { amount, reason, reference: randomUUID() },
    })
  await trader.api.patch(`/v1/account/${trader.accountId}`, { body: { name: '=王 名前' } })
  await adjust('750', 'opened beside the news')
  const id = await requested(trader, 2_000)
  const path = `/v1/account/${trader.accountId}/payouts/${id}/statement`
  const csv = async (api = trader.api) => (await api.get(`${path}.csv`)).text
  const linesOf = (text: string, section: string) => text.split('\r\n').filter((line) => line.startsWith(`${section},`))
  const asked = await csv()
  expect(linesOf(asked, 'request')).toEqual([
    'request,balance,Balance,105000,USD,',
    'request,open_loss,Open loss,0,USD,',
    'request,initial_balance,Less the initial balance,-100000,USD,',
    'request,buffer,Less the buffer,-250,USD,',
    'request,adjustments,Less profit adjustments,-750,USD,',
    'request,profit,Profit that can be paid,4000,USD,',
    'request,equity,Equity,105000,USD,',
    'request,limit_free_margin,Limit: free margin without open profit,105000,USD,',
    'request,limit_profit,Limit: profit that can be paid,4000,USD,',
    'request,limit_floor,Limit: room above the floors,10000,USD,',
    'request,available,Available: the least of the limits,4000,USD,',
  ])
  expect(linesOf(asked, 'account')).toContain("account,account_name,Name,'=王 名前,,")
  await decide('pia', id, 'propose')
  await decide('otto', id, 'approve')
  const paid = await csv()
  expect(linesOf(paid, 'request')).toEqual(linesOf(asked, 'request'))
  expect(linesOf(paid, 'split').map((line) => line.split(',').slice(1, 4))).toEqual([
    ['paid_before', 'Paid before', '0'],
    ['tier_1', 'Tier 1', '1000'],
    ['tier_1_pct', 'Tier 1: to the trader', '100'],
    ['tier_1_share', 'Tier 1: share of the trader', '1000'],
    ['tier_2', 'Tier 2', '1000'],
    ['tier_2_pct', 'Tier 2: to the trader', '90'],
    ['tier_2_share', 'Tier 2: share of the trader', '900'],
    ['trader_amount', 'To the trader', '1900'],
    ['firm_amount', 'To the firm', '100'],
  ])
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
  expect(linesOf(paid, 'paid').map((line) => line.split(',')[3])).toEqual(['2000', '1900', uuid, '103000'])
  expect(paid).not.toMatch(/pia|otto/)
  const document = await trader.api.get(`${path}.pdf`)
  expect([document.headers['content-type'], document.headers['content-disposition']]).toEqual([
    'application/pdf',
    `attachment; filename="payout-${id}.pdf"`,
  ])
  expect(document.text.startsWith('%PDF-')).toBe(true)
  // All that it was made of has changed.
  await adjust('10', 'later')
  await trader.api.patch(`/v1/account/${trader.accountId}`, { body: { name: 'renamed' } })
  await engine.operator.post(`/operator/v1/accounts/${trader.accountId}/close`, { body: { reason: 'over' } })
  const beside = second.api.with(trader.key.headers)
  expect(await csv(beside)).toBe(paid)
  expect((await beside.get(`${path}.pdf`)).headers.etag).toBe(document.headers.etag)
  const ofFirm = path.replace('/v1/account/', '/operator/v1/accounts/')
  expect((await engine.operator.get(`${ofFirm}.csv`)).text).toBe(paid)
  const other = await rich()
  expect((await other.api.get(`/v1/account/${other.accountId}/payouts/${id}/statement.csv`)).status).toBe(404)
})

test('a phase that asks for the identity check pays out only while that is APPROVED', async () => {
  const payouts = {
    ...{ first_after_days: 0, every_days: 0, min_amount: '1', buffer_amount: '0', flat: false },
    split: [{ pct: '80' }],
  }
  const plan = planFile('checked', { risk_config: { payouts, objective: null } })
  await engine.operator.put('/operator/v1/plans', { body: { plans: [plan] } })
  const phases = [{ id: 'funded', label: 'Funded', plan_id: 'checked', kind: 'FUNDED', requires_kyc: true }]
  await importProgram(engine, 'checked', { phases })
  const trader = engine.as()
  const { userId } = trader.key.record
  const find = (status: string) => engine.operator.post('/operator/v1/kyc', { body: { user_id: userId, status } })
  await find('APPROVED')
  const { account_id: accountId } = await beginChallenge(trader.api, 'checked')
  const body = { direction: 'IN', amount: '500', reason: 'x', reference: 'profit' }
  await engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body })
  const identity = async () => {
    const path = `/v1/account/${accountId}/payouts/available`
    const { conditions } = (await trader.api.get<Terms>(path)).body
    return conditions.find(({ condition }) => condition === 'identity_check')
  }
  expect(await identity()).toMatchObject({ met: true })
  await find('REJECTED')
  expect(await identity()).toMatchObject({
    met: false,
    message: expect.stringContaining('yours is REJECTED') as string,
  })
  const asking = () =>
    trader.api.post<ProblemBody & Terms>(`/v1/account/${accountId}/payouts`, {
      body: { amount: '100', client_id: randomUUID() },
    })
  const refused = await asking()
  expect([refused.status, refused.body.reason]).toEqual([409, 'not_eligible'])
  expect(refused.body.conditions.filter(({ met }) => !met).map(({ condition }) => condition)).toEqual([
    'identity_check',
  ])
  await find('APPROVED')
  const asked = await asking()
  expect(asked.status).toBe(201)
  // Taken back in the meantime, it pays nothing.
  const { id } = asked.body as unknown as PayoutRow
  await decide('pia', id, 'propose')
  await find('REJECTED')
  expect((await decide('otto', id, 'approve')).body.reason).toBe('kyc_required')
  await find('APPROVED')
  expect((await decide('otto', id, 'approve')).body).toMatchObject({ status: 'PAID' })
  // Without terms there is no list of conditions.
  const termless = [{ id: 'funded', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED', requires_kyc: true }]
  await importProgram(engine, 'termless', { phases: termless })
  const begun = await beginChallenge(trader.api, 'termless')
  await engine.operator.post(`/operator/v1/accounts/${begun.account_id}/capital`, { body })
  await find('PENDING')
  const without = await trader.api.post<ProblemBody>(`/v1/account/${begun.account_id}/payouts`, {
    body: { amount: '100', client_id: 'termless' },
  })
  expect([without.status, without.body.reason]).toEqual([409, 'kyc_required'])
  // An account outside programs is of no phase.
  const other = await rich('500', 'checked')
  const { body: listed } = await other.api.get<Terms>(`/v1/account/${other.accountId}/payouts/available`)
  expect(listed.conditions.some(({ condition }) => condition === 'identity_check')).toBe(false)
})
