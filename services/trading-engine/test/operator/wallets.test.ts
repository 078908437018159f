/** Wallets of LIVE accounts, as operators register and steer them. */
import type { ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ LIVE_CHAIN_ID: 31_337 })
})
afterAll(() => engine.close())

const ADDRESS = `0x${'Ab'.repeat(20)}`

test('a wallet is registered once, steered, and every change is in the audit', async () => {
  const { accountId } = await engine.trader()
  const other = await engine.trader()
  const api = engine.operator.with({ 'x-operator': 'olga' })
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
