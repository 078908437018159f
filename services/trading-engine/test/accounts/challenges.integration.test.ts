/** Challenges: begun, passed, reviewed, checked for identity, failed, reset. */
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '@ats/test-kit'
import { endByBreach } from '../support/end-by-breach.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram, programFile } from '../support/plans/program-file.js'
import {
  beginChallenge,
  putState,
  readChallenge,
  type ChallengeBody,
  type PromotionBody,
} from '../support/plans/challenges.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
let entitled: TestEngine

const [EVALUATION, FUNDED] = programFile('x')['phases'] as [object, object]

beforeAll(async () => {
  engine = await startEngine({ isBesideAnother: true })
  entitled = await startEngine({
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
    ACCOUNT_CREATION: 'entitled',
    ROLE: 'api',
  })
  const second = { ...EVALUATION, id: 'verification' }
  await importProgram(engine, 'auto', { phases: [EVALUATION, second, FUNDED] })
  await importProgram(engine, 'review', { phases: [{ ...EVALUATION, promotion: 'REVIEW' }, FUNDED] })
  await importProgram(engine, 'kyc', { phases: [EVALUATION, { ...FUNDED, requires_kyc: true }] })
  await importProgram(engine, 'signed', {
    phases: [EVALUATION, { ...FUNDED, requires_kyc: true, requires_contract: true }],
  })
  await importProgram(engine, 'instant', { phases: [{ ...FUNDED, requires_kyc: true }], reset: undefined })
})
afterAll(async () => {
  await entitled.close()
  await engine.close()
})

const until = (api: ApiClient, id: string, is: (challenge: ChallengeBody) => boolean) =>
  pollUntil(() => readChallenge(api, id), is)
const promotionOf = async (accountId: string) => {
  const { body } = await engine.operator.get<PromotionBody[]>('/operator/v1/promotions?limit=500')
  return body.find(({ id }) => id === accountId)
}
const eventsOf = async (api: ApiClient, accountId: string) =>
  (await api.get<{ type: string; data: object }[]>(`/v1/account/${accountId}/events`)).body
const kyc = (userId: string, status: string) =>
  engine.operator.post('/operator/v1/kyc', { body: { user_id: userId, status } })
const refusal = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason]

test('a challenge opens the account of its first phase, once a client_id', async () => {
  const { api } = engine.as()
  const begun = await beginChallenge(api, 'auto', { name: 'Spring', default_venue: 'OSTIUM', client_id: 'buy' })
  expect(begun).toEqual({
    ...{ id: expect.any(String) as string, program_id: 'auto', program_version: 1, name: 'Spring' },
    ...{ status: 'IN_PROGRESS', phase: 'evaluation', account_id: begun.account_id, default_venue: 'OSTIUM' },
    accounts: [
      {
        ...{ account_id: begun.account_id, phase: 'evaluation', attempt: 1, state: 'ACTIVE', state_reason: null },
        ...{ opened_at: expect.any(String) as string, passed_at: null },
      },
    ],
    ...{ created_at: expect.any(String) as string, ended_at: null },
  })
  expect(await beginChallenge(api, 'auto', { name: 'Spring', default_venue: 'OSTIUM', client_id: 'buy' })).toEqual(
    begun,
  )
  const reuse = await api.post<{ reason: string }>('/v1/challenges', { body: { program_id: 'auto', client_id: 'buy' } })
  expect(refusal(reuse)).toEqual([409, 'client_id_reuse'])
  expect(await readChallenge(api, begun.id)).toEqual(begun)
  expect((await api.get('/v1/challenges')).body).toEqual([begun])
  expect((await api.get(`/v1/account/${begun.account_id}`)).body).toMatchObject({
    ...{ challenge_id: begun.id, phase: 'evaluation', name: 'Spring: Evaluation', plan_id: 'two-step-100k' },
    ...{ default_venue: 'OSTIUM', balance: 100_000, state: 'ACTIVE' },
  })
  const others = engine.as().api
  expect((await others.get(`/v1/challenges/${begun.id}`)).status).toBe(404)
  expect((await others.post(`/v1/challenges/${begun.id}/reset`)).status).toBe(404)
})

test('a long name of a challenge is cut, so that the name of its account can be sent back', async () => {
  const { api } = engine.as()
  const { account_id: id } = await beginChallenge(api, 'auto', { name: '😀'.repeat(128) })
  const { body } = await api.get<{ name: string }>(`/v1/account/${id}`)
  expect([...body.name]).toHaveLength(128)
  expect(body.name).toMatch(/😀: Evaluation$/u)
  expect((await api.patch(`/v1/account/${id}`, { body: { name: body.name } })).status).toBe(200)
})

test('its accounts are beside those of plans: not one a plan, and no account takes its id', async () => {
  const { api } = engine.as()
  const [one] = [await beginChallenge(api, 'auto'), await beginChallenge(api, 'auto')]
  const buy = (fields: object) =>
    api.post<{ reason?: string; phase?: string }>('/v1/accounts', { body: { plan_id: 'two-step-100k', ...fields } })
  const plain = await buy({})
  expect([plain.status, plain.body.phase]).toEqual([201, undefined])
  expect(refusal(await buy({}))).toEqual([409, 'account_exists'])
  for (const id of [one.id, one.id.toUpperCase()]) expect((await buy({ challenge_id: id })).status).toBe(400)
  expect((await buy({ challenge_id: randomUUID() })).status).toBe(201)
  expect((await api.get('/v1/accounts')).body).toHaveLength(4)
})

test('the referral of a grant is in the events of all accounts of its challenge', async () => {
  const { api, key } = engine.as()
  const granted = { reference: randomUUID(), user_id: key.record.userId, program_id: 'auto', referral: 'partner-7' }
  expect((await engine.operator.post('/operator/v1/challenge-grants', { body: granted })).status).toBe(201)
  const begun = await beginChallenge(api, 'auto')
  await putState(engine, 'PASSED', begun.account_id)
  const second = await until(api, begun.id, ({ accounts }) => accounts.length === 2)
  await putState(engine, 'PASSED', second.account_id)
  await until(api, begun.id, ({ accounts }) => accounts.length === 3)
  for (const accountId of [begun.account_id, second.account_id]) {
    const events = (await eventsOf(api, accountId)) as readonly { readonly referral?: string }[]
    expect(new Set(events.map(({ referral }) => referral))).toEqual(new Set(['partner-7']))
  }
})

test.each<[string, object, number]>([
  ['an unknown program', { program_id: 'none' }, 400],
  ['no program', {}, 400],
  ['an unknown field', { program_id: 'auto', challenge_id: 'x' }, 400],
])('%s', async (_name, body, status) => {
  expect((await engine.as().api.post('/v1/challenges', { body })).status).toBe(status)
})

test('AUTO: an account that has passed goes on, phase by phase, until it is funded', async () => {
  const { api } = engine.as()
  const begun = await beginChallenge(api, 'auto')
  await putState(engine, 'PASSED', begun.account_id)
  const second = await until(api, begun.id, ({ accounts }) => accounts.length === 2)
  expect(second).toMatchObject({
    ...{ status: 'IN_PROGRESS', phase: 'verification' },
    accounts: [
      { phase: 'evaluation', state: 'PASSED', passed_at: expect.any(String) as string },
      { phase: 'verification', attempt: 1, state: 'ACTIVE', account_id: second.account_id },
    ],
  })
  await putState(engine, 'PASSED', second.account_id)
  const funded = await until(api, begun.id, ({ status }) => status === 'FUNDED')
  expect([funded.phase, funded.accounts.length]).toEqual(['funded', 3])
  const step = { id: begun.id, phase: 'funded', from: second.account_id, to: funded.account_id, reason: null }
  expect((await eventsOf(api, second.account_id)).map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'challenge.promoted', data: { challenge: step } },
    { type: 'challenge.funded', data: { challenge: step } },
  ])
  const fresh = await api.get(`/v1/account/${funded.account_id}`)
  expect(fresh.body).toMatchObject({ phase: 'funded', plan_id: 'standard-100k', balance: 100_000, state: 'ACTIVE' })
  expect(await promotionOf(second.account_id)).toMatchObject({ status: 'PROMOTED', successor_id: funded.account_id })
  await putState(engine, 'TERMINATED', funded.account_id)
  const failed = await readChallenge(api, begun.id)
  expect([failed.status, failed.ended_at]).toEqual(['FAILED', expect.any(String) as string])
  // What becomes of an account that has been left is nothing to the challenge.
  await putState(engine, 'CLOSED', begun.account_id)
  expect((await readChallenge(api, begun.id)).status).toBe('FAILED')
  const check = await engine.operator.get<{ differences: unknown[] }>(
    `/operator/v1/ledger-check?account_id=${funded.account_id}`,
  )
  expect(check.body.differences).toEqual([])
})

test('REVIEW: it waits for an approver; two who approve open one account, and the audit names them', async () => {
  const { api } = engine.as()
  const begun = await beginChallenge(api, 'review')
  const path = `/operator/v1/promotions/${begun.account_id}`
  expect((await engine.operatorAs('otto').post(`${path}/approve`)).status).toBe(404)
  await putState(engine, 'PASSED', begun.account_id)
  expect((await readChallenge(api, begun.id)).status).toBe('AWAITING_REVIEW')
  expect(await promotionOf(begun.account_id)).toMatchObject({ status: 'AWAITING_REVIEW', successor_id: null })
  expect((await engine.operator.post(`${path}/approve`)).status).toBe(403)
  const approve = (name: string) => engine.operatorAs(name).post<PromotionBody>(`${path}/approve`, { body: {} })
  const answers = await Promise.all([approve('otto'), approve('olaf'), approve('otto')])
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'PROMOTED']))
  expect(new Set(answers.map(({ body }) => body.successor_id)).size).toBe(1)
  expect(await readChallenge(api, begun.id)).toMatchObject({ status: 'FUNDED', accounts: [{}, {}] })
  const audit = await engine.operator.get<{ action: string }[]>(`/operator/v1/audit?subject=${begun.account_id}`)
  expect(audit.body.map(({ action }) => action)).toEqual(['approve_promotion'])
})

test('REVIEW rejected: the challenge has failed, the account stays, and a reset begins the phase again', async () => {
  const { api, key } = engine.as()
  const begun = await beginChallenge(api, 'review')
  await putState(engine, 'PASSED', begun.account_id)
  const path = `/operator/v1/promotions/${begun.account_id}`
  const reject = (body: object) => engine.operator.post<PromotionBody>(`${path}/reject`, { body })
  expect((await reject({})).status).toBe(400)
  expect((await reject({ reason: 'copied trades' })).body).toMatchObject({
    ...{ status: 'REJECTED', reviewed_by: 'olga', reason: 'copied trades' },
  })
  expect((await reject({ reason: 'again' })).body.reason).toBe('copied trades')
  const late = await engine.operatorAs('otto').post<{ reason: string }>(`${path}/approve`)
  expect(refusal(late)).toEqual([409, 'promotion_decided'])
  expect(await readChallenge(api, begun.id)).toMatchObject({ status: 'FAILED', accounts: [{ state: 'PASSED' }] })
  expect((await eventsOf(api, begun.account_id)).map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'challenge.failed',
      data: {
        challenge: {
          ...{ id: begun.id, phase: 'evaluation', from: begun.account_id, to: null, reason: 'copied trades' },
        },
      },
    },
  ])
  const body = { reference: randomUUID(), user_id: key.record.userId, challenge_id: begun.id }
  expect((await engine.operator.post('/operator/v1/challenge-grants', { body })).status).toBe(201)
  const again = await api.post<ChallengeBody>(`/v1/challenges/${begun.id}/reset`)
  expect([again.status, again.body.status]).toEqual([201, 'IN_PROGRESS'])
  await putState(engine, 'PASSED', again.body.account_id)
  expect((await readChallenge(api, begun.id)).status).toBe('AWAITING_REVIEW')
  const approved = await engine.operatorAs('otto').post(`/operator/v1/promotions/${again.body.account_id}/approve`)
  expect(approved.status).toBe(200)
  expect(await readChallenge(api, begun.id)).toMatchObject({ status: 'FUNDED', accounts: [{}, {}, {}] })
})

test('REVIEW of a LIVE phase: nothing is approved where the service has no LIVE accounts', async () => {
  const live = { execution: 'LIVE', risk_config: { objective: null, exposure: { margin_mode: 'ISOLATED' } } }
  await engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('live', live)] } })
  const phases = [
    { ...EVALUATION, promotion: 'REVIEW' },
    { ...FUNDED, plan_id: 'live' },
  ]
  await importProgram(engine, 'live', { phases })
  const { api } = engine.as()
  const begun = await beginChallenge(api, 'live')
  await putState(engine, 'PASSED', begun.account_id)
  const path = `/operator/v1/promotions/${begun.account_id}/approve`
  const answer = await engine.operatorAs('otto').post<{ reason: string }>(path)
  expect(refusal(answer)).toEqual([409, 'no_live_accounts'])
  expect(await readChallenge(api, begun.id)).toMatchObject({ status: 'AWAITING_REVIEW', accounts: [{}] })
  expect(await promotionOf(begun.account_id)).toMatchObject({ status: 'AWAITING_REVIEW', reviewed_by: null })
})

test('a phase with requires_kyc is opened once the identity check is APPROVED', async () => {
  const { api, key } = engine.as()
  const begun = await beginChallenge(api, 'kyc')
  await kyc(key.record.userId, 'REJECTED')
  await putState(engine, 'PASSED', begun.account_id)
  expect((await readChallenge(api, begun.id)).status).toBe('AWAITING_KYC')
  expect(await promotionOf(begun.account_id)).toMatchObject({ status: 'AWAITING_KYC' })
  expect((await kyc(key.record.userId, 'APPROVED')).status).toBe(200)
  const funded = await until(api, begun.id, ({ status }) => status === 'FUNDED')
  expect(funded.accounts).toHaveLength(2)

  const reset = () => api.post<ChallengeBody & { reason: string }>(`/v1/challenges/${begun.id}/reset`)
  const grant = { user_id: key.record.userId, challenge_id: begun.id, reference: randomUUID() }
  await engine.operator.post('/operator/v1/challenge-grants', { body: grant })
  await putState(engine, 'TERMINATED', funded.account_id)
  await kyc(key.record.userId, 'REJECTED')
  expect(refusal(await reset())).toEqual([409, 'kyc_required'])
  await kyc(key.record.userId, 'APPROVED')
  expect((await reset()).status).toBe(201)

  const other = engine.as()
  const instant = () =>
    other.api.post<ChallengeBody & { reason: string }>('/v1/challenges', { body: { program_id: 'instant' } })
  expect(refusal(await instant())).toEqual([409, 'kyc_required'])
  await kyc(other.key.record.userId, 'APPROVED')
  const bought = await instant()
  expect([bought.status, bought.body.status]).toEqual([201, 'FUNDED'])
  const listed = await engine.operator.get(`/operator/v1/kyc?user_id=${encodeURIComponent(other.key.record.userId)}`)
  expect(listed.body).toMatchObject([{ user_id: other.key.record.userId, status: 'APPROVED', changed_by: 'olga' }])
})

test('a phase with requires_contract is opened once the contract is APPROVED, beside the identity check', async () => {
  const { api, key } = engine.as()
  const contract = (status: string) =>
    engine.operator.post('/operator/v1/contracts', { body: { user_id: key.record.userId, status, note: 'no. 7' } })
  const begun = await beginChallenge(api, 'signed')
  await contract('PENDING')
  await putState(engine, 'PASSED', begun.account_id)
  expect((await readChallenge(api, begun.id)).status).toBe('AWAITING_KYC')
  await kyc(key.record.userId, 'APPROVED')
  expect((await readChallenge(api, begun.id)).status).toBe('AWAITING_CONTRACT')
  expect(await promotionOf(begun.account_id)).toMatchObject({ status: 'AWAITING_CONTRACT' })
  expect((await contract('APPROVED')).status).toBe(200)
  const funded = await until(api, begun.id, ({ status }) => status === 'FUNDED')

  const reset = () => api.post<ChallengeBody & { reason: string }>(`/v1/challenges/${begun.id}/reset`)
  const grant = { user_id: key.record.userId, challenge_id: begun.id, reference: randomUUID() }
  await engine.operator.post('/operator/v1/challenge-grants', { body: grant })
  await putState(engine, 'TERMINATED', funded.account_id)
  await contract('REJECTED')
  expect(refusal(await reset())).toEqual([409, 'contract_required'])
  const listed = await engine.operator.get('/operator/v1/contracts?status=REJECTED')
  expect(listed.body).toMatchObject([{ user_id: key.record.userId, note: 'no. 7', changed_by: 'olga' }])
  await contract('APPROVED')
  expect((await reset()).status).toBe(201)
})

test('a grant is of one version, for one challenge; its reference is sold once', async () => {
  const { key } = engine.as()
  const { api } = entitled.as({ userId: key.record.userId })
  await importProgram(engine, 'sold')
  const body = { reference: randomUUID(), user_id: key.record.userId, program_id: 'sold' }
  const grant = (changes: object = {}) =>
    engine.operator.post<{ id: string; program_version: number; reason?: string }>('/operator/v1/challenge-grants', {
      body: { ...body, ...changes },
    })
  const buy = () => api.post<ChallengeBody & { reason: string }>('/v1/challenges', { body: { program_id: 'sold' } })
  expect(refusal(await buy())).toEqual([409, 'not_entitled'])
  const granted = await grant()
  await importProgram(engine, 'sold', { name: 'Next' })
  const again = await grant()
  expect([granted.status, again.status, again.body]).toEqual([201, 200, granted.body])
  expect(refusal(await grant({ user_id: 'other' }))).toEqual([409, 'reference_reuse'])
  expect((await grant({ reference: randomUUID(), program_id: 'none' })).status).toBe(400)
  expect((await grant({ reference: randomUUID(), program_id: undefined, challenge_id: randomUUID() })).status).toBe(400)
  const answers = await Promise.all([buy(), buy(), buy()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const bought = answers.find(({ status }) => status === 201)!.body
  expect(bought.program_version).toBe(1)
  const used = await api.get<object[]>('/v1/challenge-grants')
  expect(used.body).toMatchObject([{ kind: 'CHALLENGE', challenge_id: bought.id, account_id: bought.account_id }])
  const remove = (id: string) => engine.operator.request('DELETE', `/operator/v1/challenge-grants/${id}`)
  expect((await remove(granted.body.id)).status).toBe(409)
  const unused = await grant({ reference: randomUUID() })
  expect([(await remove(unused.body.id)).status, (await remove(unused.body.id)).status]).toEqual([200, 404])
})

test('a breach of a challenge is reversed or the phase begins again, never both, and not once it has gone on', async () => {
  for (let race = 0; race < 8; race += 1) {
    const { api, key } = engine.as()
    const begun = await beginChallenge(api, 'auto')
    await endByBreach(engine.pool, begun.account_id)
    const granted = { reference: randomUUID(), user_id: key.record.userId, challenge_id: begun.id }
    await engine.operator.post('/operator/v1/challenge-grants', { body: granted })
    const reset = () => api.post<{ reason: string }>(`/v1/challenges/${begun.id}/reset`)
    const reverse = () =>
      engine.operator.post<{ reason: string }>(`/operator/v1/accounts/${begun.account_id}/reverse-breach`, {
        body: { reason: 'a wrong price' },
      })
    const answers = await Promise.all(race % 2 === 0 ? [reset(), reverse()] : [reverse(), reset()])
    const done = answers.filter(({ status }) => status < 300).map(({ status }) => status)
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(done).toHaveLength(1)
    const challenge = await readChallenge(api, begun.id)
    expect(challenge).toMatchObject({ status: 'IN_PROGRESS', ended_at: null })
    expect(challenge.accounts.filter(({ state }) => state === 'ACTIVE')).toHaveLength(1)
    if (done[0] !== 201) continue
    // The attempt after it has ended as well: the challenge is at that one.
    await endByBreach(engine.pool, challenge.account_id)
    const late = await reverse()
    expect([...refusal(late), (late.body as { account_id?: string }).account_id]).toEqual([
      ...[409, 'live_successor'],
      challenge.account_id,
    ])
  }
})

test('a reset opens the same phase again once the old account has ended, once a grant', async () => {
  const { api, key } = engine.as()
  const begun = await beginChallenge(api, 'auto', { default_venue: 'GMX' })
  const reset = (fields: object = {}) =>
    api.post<ChallengeBody & { reason: string }>(`/v1/challenges/${begun.id}/reset`, { body: fields })
  const body = { user_id: key.record.userId, challenge_id: begun.id }
  const grant = () =>
    engine.operator.post('/operator/v1/challenge-grants', { body: { ...body, reference: randomUUID() } })
  await grant()
  expect(refusal(await reset())).toEqual([409, 'challenge_under_way'])
  await putState(engine, 'TERMINATED', begun.account_id)
  const answers = await Promise.all([reset(), reset(), reset()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const after = answers.find(({ status }) => status === 201)!.body
  expect(after).toMatchObject({
    ...{ status: 'IN_PROGRESS', phase: 'evaluation', ended_at: null, default_venue: 'GMX' },
    accounts: [
      { account_id: begun.account_id, attempt: 1, state: 'TERMINATED' },
      { account_id: after.account_id, attempt: 2, state: 'ACTIVE' },
    ],
  })
  expect(await readChallenge(api, begun.id)).toEqual(after)
  const listed = await api.get<{ id: string }[]>('/v1/accounts')
  expect(listed.body.map(({ id }) => id)).toEqual([after.account_id])
  expect((await api.get(`/v1/account/${begun.account_id}`)).status).toBe(200)
  await engine.operator.post(`/operator/v1/accounts/${after.account_id}/close`, { body: { reason: 'left' } })
  expect((await readChallenge(api, begun.id)).status).toBe('CLOSED')
  expect(refusal(await reset())).toEqual([409, 'not_entitled'])
  await grant()
  const third = await reset({ client_id: 'third' })
  expect([third.status, third.body.accounts.length]).toEqual([201, 3])
  expect((await reset({ client_id: 'third' })).body).toEqual(third.body)
  const other = engine.as()
  await kyc(other.key.record.userId, 'APPROVED')
  const instant = await beginChallenge(other.api, 'instant')
  await putState(engine, 'TERMINATED', instant.account_id)
  const refused = await other.api.post<{ reason: string }>(`/v1/challenges/${instant.id}/reset`)
  expect(refusal(refused)).toEqual([409, 'reset_not_allowed'])
})

test.each<[string, string, string]>([
  ['TERMINATED', 'max_drawdown', 'FAILED'],
  ['CLOSED', 'max_days', 'FAILED'],
  ['CLOSED', 'inactivity', 'CLOSED'],
])(
  'an account that is %s by %s: its challenge is %s, and goes on when that is taken back',
  async (state, reason, status) => {
    const { api } = engine.as()
    const begun = await beginChallenge(api, 'auto')
    const put = (next: string, why: string | null) =>
      engine.pool.query(
        `update accounts set state = $2, state_reason = $3, version = version + 1,
        clock = clock + interval '1 microsecond' where id = $1`,
        [begun.account_id, next, why],
      )
    await put(state, reason)
    expect(await readChallenge(api, begun.id)).toMatchObject({ status, ended_at: expect.any(String) as string })
    await put('ACTIVE', null)
    expect(await readChallenge(api, begun.id)).toEqual(begun)
  },
)

test('a user has at most 100 challenges under way, however they are asked for', async () => {
  const { api, key } = engine.as()
  const first = await beginChallenge(api, 'auto')
  await engine.pool.query(
    `with copies as (select gen_random_uuid() as account_id, gen_random_uuid() as challenge_id from generate_series(1, 97)),
      opened as (insert into accounts select (jsonb_populate_record(a, jsonb_build_object('id', n.account_id,
          'challenge_id', n.challenge_id))).* from copies n, accounts a where a.id = $1 returning id, challenge_id)
      insert into challenges select (jsonb_populate_record(c, jsonb_build_object('id', o.challenge_id,
        'account_id', o.id))).* from opened o, challenges c where c.account_id = $1`,
    [first.account_id],
  )
  const buy = () => api.post<{ reason: string }>('/v1/challenges', { body: { program_id: 'auto' } })
  const answers = await Promise.all(Array.from({ length: 5 }, buy))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.reason).toBe('challenge_limit')
  const { rows } = await engine.pool.query(`select from challenges where user_id = $1`, [key.record.userId])
  expect(rows).toHaveLength(100)
})

test('a plan of a phase that a program pins keeps its version when the plan has the next', async () => {
  await engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('moving')] } })
  await importProgram(engine, 'moves', { phases: [{ ...EVALUATION, plan_id: 'moving' }, FUNDED] })
  await engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('moving', { name: 'Next' })] } })
  const { api } = engine.as()
  const begun = await beginChallenge(api, 'moves')
  const { body } = await api.get<{ plan_version: number }>(`/v1/account/${begun.account_id}`)
  expect(body.plan_version).toBe(1)
})
