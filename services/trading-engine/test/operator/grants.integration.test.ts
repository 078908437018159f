/** With ACCOUNT_CREATION=entitled an account takes a grant, and a grant gives one account. */
import { randomUUID } from 'node:crypto'
import type { ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram, PROGRAM_ID } from '../support/plans/program-file.js'

let engine: TestEngine
/** A replica that sells to anybody. */
let open: TestEngine

beforeAll(async () => {
  engine = await startEngine({ ACCOUNT_CREATION: 'entitled' })
  open = await startEngine({ ROLE: 'api', databaseUrl: engine.databaseUrl, sharedWallet: engine.wallet })
})
afterAll(async () => {
  await open.close()
  await engine.close()
})

interface Grant {
  readonly id: string
  readonly plan_version: number
  readonly challenge_id: string | null
  readonly account_id: string | null
}

const grant = <T = Grant>(userId: string, fields: object = {}) =>
  engine.operator.post<T>('/operator/v1/grants', { body: { user_id: userId, plan_id: 'standard-100k', ...fields } })
const buyer = () => {
  const { api, key } = engine.as()
  const create = (fields: object = {}) =>
    api.post<ProblemBody & { id: string; plan_version: number }>('/v1/accounts', {
      body: { plan_id: 'standard-100k', ...fields },
    })
  return { userId: key.record.userId, create, api }
}
const grantsOf = async (userId: string) =>
  (await engine.operator.get<Grant[]>(`/operator/v1/grants?user_id=${userId}`)).body

test('without a grant nobody opens an account; with one, once', async () => {
  const { userId, create } = buyer()
  const refused = await create()
  expect([refused.status, refused.body.reason]).toEqual([409, 'not_entitled'])
  const granted = await grant(userId)
  expect([granted.status, granted.body.account_id]).toEqual([201, null])
  const opened = await create({ client_id: 'mine' })
  expect(opened.status).toBe(201)
  expect(await grantsOf(userId)).toMatchObject([{ id: granted.body.id, account_id: opened.body.id }])
  const listed = async (used: boolean) =>
    (await engine.operator.get<Grant[]>(`/operator/v1/grants?user_id=${userId}&used=${used}`)).body.map(({ id }) => id)
  expect([await listed(true), await listed(false)]).toEqual([[granted.body.id], []])
  const unused = await grant(userId, { challenge_id: 'another' })
  expect([await listed(true), await listed(false)]).toEqual([[granted.body.id], [unused.body.id]])
  await engine.operator.delete(`/operator/v1/grants/${unused.body.id}`)
  expect((await create({ client_id: 'mine' })).text).toBe(opened.text)
  expect((await create()).body.reason).toBe('account_exists')
})

test('nobody is granted or checked whose name no header can carry; a grant stored for such a name stays the same', async () => {
  await importProgram(engine)
  const userId = `${randomUUID()} `
  const refused = [
    await grant<ProblemBody>(userId),
    await engine.operator.post<ProblemBody>('/operator/v1/challenge-grants', {
      body: { reference: randomUUID(), user_id: ` ${userId.trim()}`, program_id: PROGRAM_ID },
    }),
    await engine.operator.post<ProblemBody>('/operator/v1/kyc', {
      body: { user_id: `\u00a0${userId.trim()}`, status: 'APPROVED' },
    }),
  ]
  expect(refused.map(({ status, body }) => [status, body.issues?.[0]?.code])).toEqual(
    refused.map(() => [400, 'user_id.blank']),
  )
  const { body: stored } = await grant(userId.trim())
  await engine.pool.query('update grants set user_id = $2 where id = $1', [stored.id, userId])
  const again = await grant(userId)
  expect([again.status, again.body.id]).toEqual([200, stored.id])
})

test('events carry the referral of the grant, in the same bytes for all who read them', async () => {
  const { userId, create, api } = buyer()
  const granted = await grant<Grant & { referral: string }>(userId, { referral: 'partner-7' })
  expect([granted.status, granted.body.referral]).toEqual([201, 'partner-7'])
  const { id } = (await create()).body
  const plain = await open.trader()
  const order = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 }
  const eventsOf = async (of: typeof api, accountId: string) => {
    await of.post('/v1/order', { body: { account_id: accountId, ...order } })
    return (await of.get<{ type: string; referral?: string }[]>(`/v1/account/${accountId}/events`)).body
  }
  expect((await eventsOf(api, id)).map(({ type, referral }) => [type, referral])).toEqual([
    ['order.ack', 'partner-7'],
    ['order.fill', 'partner-7'],
  ])
  expect((await eventsOf(plain.api, plain.accountId)).map((event) => 'referral' in event)).toEqual([false, false])
  expect((await grant<ProblemBody>(userId, { referral: 'a b' })).status).toBe(400)
})

test('a grant is of its plan, its challenge and its user', async () => {
  const { userId, create } = buyer()
  await grant(userId, { challenge_id: 'c-1' })
  expect((await create()).body.reason).toBe('not_entitled')
  expect((await create({ challenge_id: 'c-2' })).body.reason).toBe('not_entitled')
  expect((await create({ plan_id: 'instant-25k', challenge_id: 'c-1' })).body.reason).toBe('not_entitled')
  expect((await buyer().create({ challenge_id: 'c-1' })).body.reason).toBe('not_entitled')
  expect((await create({ challenge_id: 'c-1' })).status).toBe(201)
})

test('granted again while it is unused, or its account lives, it is the same; after that a new one', async () => {
  const { userId, create } = buyer()
  const first = await grant(userId)
  const again = await grant(userId)
  expect([again.status, again.body]).toEqual([200, first.body])
  const opened = await create()
  const used = await grant(userId)
  expect([used.status, used.body]).toEqual([200, { ...first.body, account_id: opened.body.id }])
  await engine.operator.post(`/operator/v1/accounts/${opened.body.id}/close`, { body: { reason: 'over' } })
  expect((await create()).body.reason).toBe('not_entitled')
  const next = await grant(userId)
  expect([next.status, next.body.id === first.body.id]).toEqual([201, false])
  expect((await create()).status).toBe(201)
})

test('20 concurrent creations consume one grant', async () => {
  const { userId, create } = buyer()
  await grant(userId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => create()))
  const outcomes = answers.map(({ status, body }) => body.reason ?? status).sort()
  expect(outcomes).toEqual([201, ...Array.from({ length: 19 }, () => 'account_exists')])
  expect((await grantsOf(userId)).map(({ account_id }) => account_id)).toEqual([expect.any(String)])
})

test('20 users concurrently get a grant each, and 20 concurrent grants of one challenge are one', async () => {
  const buyers = Array.from({ length: 10 }, buyer)
  await Promise.all(buyers.map(({ userId }) => grant(userId)))
  const opened = await Promise.all(buyers.map(({ create }) => create()))
  expect(opened.map(({ status }) => status)).toEqual(buyers.map(() => 201))
  const { userId } = buyer()
  const granted = await Promise.all(Array.from({ length: 20 }, () => grant(userId)))
  expect(granted.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
  const { rows } = await engine.pool.query(`select 1 from operator_audit where outcome ->> 'user_id' = $1`, [userId])
  expect(rows).toHaveLength(1)
})

test('an unused grant is taken back, a used one is not; racing with the account it is one or the other', async () => {
  const { userId, create } = buyer()
  const remove = (id: string) => engine.operator.delete<ProblemBody>(`/operator/v1/grants/${id}`)
  const first = await grant(userId)
  expect((await remove(first.body.id)).status).toBe(200)
  expect((await remove(first.body.id)).status).toBe(404)
  expect((await create()).body.reason).toBe('not_entitled')
  const second = await grant(userId)
  const [created, removed] = await Promise.all([create(), remove(second.body.id)])
  expect([[201, 409], [409, 200]]).toContainEqual([created.status, removed.status]) // prettier-ignore
  if (removed.status === 409) expect(removed.body).toMatchObject({ reason: 'grant_used', account_id: created.body.id })
})

test('the plan is sold as it was when it was granted', async () => {
  const { userId, create } = buyer()
  const put = (name: string) =>
    engine.operator.put('/operator/v1/plans', { body: { plans: [planFile('kept', { name })] } })
  await put('First')
  expect((await grant(userId, { plan_id: 'kept' })).body.plan_version).toBe(1)
  await put('Second')
  expect((await create({ plan_id: 'kept' })).body.plan_version).toBe(1)
})

test('a plan that is not there is not granted; where anybody may buy, no grant is used up', async () => {
  const unknown = await grant<ProblemBody>('somebody', { plan_id: 'none' })
  expect([unknown.status, unknown.body.issues?.[0]?.code]).toEqual([400, 'plan_id.unknown'])
  const { userId, api } = buyer()
  await grant(userId)
  const anywhere = open.api.with(api === open.api ? {} : engine.wallet.issue({ userId }).headers)
  expect((await anywhere.post('/v1/accounts', { body: { plan_id: 'standard-100k' } })).status).toBe(201)
  expect(await grantsOf(userId)).toMatchObject([{ account_id: null }])
})

test('the refused leave no row in the audit', async () => {
  const userId = randomUUID()
  await grant(userId, { plan_id: 'none' })
  const { rows } = await engine.pool.query(`select 1 from operator_audit where request ->> 'user_id' = $1`, [userId])
  expect(rows).toEqual([])
})

test('users list their own grants, used and unused, and nobody else has them', async () => {
  const [mine, other] = [buyer(), buyer()]
  const granted = await grant<{ id: string }>(mine.userId)
  await grant(other.userId)
  const listed = () => mine.api.get<{ id: string; account_id: string | null }[]>('/v1/grants')
  expect((await listed()).body).toMatchObject([{ id: granted.body.id, account_id: null }])
  const { body: account } = await mine.create()
  expect((await listed()).body).toMatchObject([{ id: granted.body.id, account_id: account['id'] }])
})
