/** Wallets of LIVE accounts, as operators register and steer them. */
import type { ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { liveMarket, openLiveAccount } from '../support/venues/live-accounts.js'
import { planFile } from '../support/plans/plan-file.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ ...liveMarket(), LIVE_CHAIN_ID: 31_337 })
})
afterAll(() => engine.close())

const ADDRESS = `0x${'Ab'.repeat(20)}`

test('a wallet is registered once, steered, and every change is in the audit', async () => {
  const { accountId } = await openLiveAccount(engine)
  const other = await openLiveAccount(engine)
  const api = engine.operator
  const wanted = { address: ADDRESS, account_id: accountId, venue: 'GMX', signer: 'remote', gas_per_day: '0.25' }
  const register = (body: object) => api.post<ProblemBody & Record<string, unknown>>('/operator/v1/wallets', { body })

  const made = await register(wanted)
  expect([made.status, made.body]).toEqual([
    201,
    {
      ...{ address: ADDRESS.toLowerCase(), account_id: accountId, venue: 'GMX', chain_id: 31_337, signer: 'remote' },
      ...{ state: 'ACTIVE', state_reason: null, gas_per_day: 0.25, gas_per_order: 0.01, funds: null },
    },
  ])
  expect([(await register(wanted)).status, (await register({ ...wanted, venue: 'OSTIUM' })).status]).toEqual([200, 409])
  const taken = await register({ ...wanted, account_id: other.accountId })
  expect([taken.status, taken.body.reason]).toEqual([409, 'wallet_taken'])
  const second = await register({ ...wanted, address: `0x${'1'.repeat(40)}` })
  expect([second.status, second.body.reason]).toEqual([409, 'wallet_taken'])

  const steer = (verb: string, body?: object) =>
    api.post<Record<string, unknown>>(`/operator/v1/wallets/${ADDRESS}/${verb}`, { body: body ?? {} })
  const states = []
  for (const [verb, body] of [
    ['pause', { reason: 'a key was lost' }],
    ['drain', { reason: 'x' }],
    ['resume', {}],
  ] as const) {
    const { body: after } = await steer(verb, body)
    states.push([after['state'], after['state_reason']])
  }
  expect(states).toEqual([
    ['PAUSED', 'a key was lost'],
    ['DRAINING', 'x'],
    ['ACTIVE', null],
  ])
  expect((await api.get<unknown[]>('/operator/v1/wallets')).body).toEqual([made.body])

  const { rows } = await engine.pool.query<{ action: string; operator: string }>(
    'select action, operator from operator_audit where subject = $1 order by at, id',
    [ADDRESS.toLowerCase()],
  )
  expect(rows).toEqual(
    ['register_wallet', 'pause_wallet', 'drain_wallet', 'resume_wallet'].map((action) => ({
      action,
      operator: 'olga',
    })),
  )
})

test('a wallet that no order could come to is refused', async () => {
  const register = (accountId: string, venue: string) =>
    engine.operator.post<ProblemBody>('/operator/v1/wallets', {
      body: { address: `0x${'2'.repeat(40)}`, account_id: accountId, venue, signer: 'remote' },
    })
  const paper = await register((await engine.trader()).accountId, 'GMX')
  expect([paper.status, paper.body.reason]).toEqual([409, 'not_live'])

  const plans = [planFile('live-gmx', { execution: 'LIVE', allowed_venues: ['GMX'] })]
  await engine.operator.put('/operator/v1/plans', { body: { plans } })
  const { api, key } = engine.as()
  const grant = { user_id: key.record.userId, plan_id: 'live-gmx' }
  await engine.operator.post('/operator/v1/grants', { body: grant })
  const { body: account } = await api.post<{ id: string }>('/v1/accounts', { body: { plan_id: 'live-gmx' } })
  const elsewhere = await register(account.id, 'OSTIUM')
  expect([elsewhere.status, elsewhere.body.issues?.map(({ code }) => code)]).toEqual([400, ['venue.not_allowed']])
  expect((await register(account.id, 'GMX')).status).toBe(201)
})

test('books and venue of a wallet cannot be compared where live execution is off, and it is said so', async () => {
  const { accountId } = await openLiveAccount(engine)
  const address = `0x${'3'.repeat(40)}`
  const body = { address, account_id: accountId, venue: 'OSTIUM', signer: 'remote' }
  expect((await engine.operator.post('/operator/v1/wallets', { body })).status).toBe(201)
  const { body: reading } = await engine.operator.get(`/operator/v1/wallets/${address}/differences`)
  expect(reading).toEqual({
    ...{ address, account_id: accountId, venue: 'OSTIUM', block: null, is_equal: null, differences: [] },
  })
})
