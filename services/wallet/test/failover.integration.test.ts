/** A key that is revoked while the standby lags: what the standby says of it is never an answer. */
import { hashCredential } from '@ats/contracts'
import { DependencyError } from '@ats/service-kit/process'
import { startPostgresPair, type PostgresPair } from '@ats/test-kit'
import { Pool } from 'pg'
import { loadKeyByHash } from '../src/store/api-keys.js'
import { createKey, newUser, startTestWallet, type CreatedKey, type TestWallet } from './start-test-wallet.js'

let pair: PostgresPair
let wallet: TestWallet
let revoked: CreatedKey

beforeAll(async () => {
  pair = await startPostgresPair()
  wallet = await startTestWallet({ databaseUrl: await pair.database('wallet', pair.address.port) })
  const user = newUser()
  revoked = await createKey(wallet, user)
  await pair.replayed()
  await pair.query(pair.ports().standby, 'select pg_wal_replay_pause()')
  await wallet.api.delete(`/api/api-keys/${revoked.apiKey.id}`, { headers: user })
})
afterAll(async () => {
  await wallet.stop()
  await pair.close()
})

const validate = ({ internal }: TestWallet) =>
  internal.post('/api/api-keys/validate', { body: { key: revoked.key, secret: revoked.secret, ip: '198.51.100.7' } })

test('the standby itself still has the key as valid', async () => {
  const url = new URL(await pair.database('wallet', pair.ports().standby))
  const standby = new Pool({ connectionString: url.toString(), max: 1 })
  const { rows } = await standby.query('select revoked_at from api_keys where id = $1', [revoked.apiKey.id])
  expect(rows).toEqual([{ revoked_at: null }])

  // Without the checks of the service's own pools: the read of a key says by itself that this is a standby.
  const read = loadKeyByHash(standby, hashCredential(revoked.key))
  await expect(read).rejects.toThrow(DependencyError)
  expect(standby.totalCount).toBe(0)
  await standby.end()
})

test('a wallet whose address leads to the standby is not ready, and answers nothing about keys', async () => {
  expect(await validate(wallet)).toMatchObject({ status: 200, body: { valid: false } })
  pair.address.pointAt(pair.ports().standby)
  const beside = await startTestWallet({ databaseUrl: wallet.databaseUrl, timeoutFactor: 1 })
  try {
    expect((await validate(beside)).status).toBe(500)
    expect((await beside.api.get('/readyz')).status).toBe(503)
    pair.address.pointAt(pair.ports().primary)
    expect(await validate(beside)).toMatchObject({ status: 200, body: { valid: false } })
    expect((await beside.api.get('/readyz')).status).toBe(200)
  } finally {
    await beside.stop()
  }
})
