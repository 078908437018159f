import { generateCredentials } from '@ats/contracts'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { pollUntil } from '../support/poll-until.js'
import { beginPost, sendRaw, sendUnfinished } from '../support/engine/raw-http.js'

const PER_KEY = 3
const PER_USER = 5
const PER_ADDRESS = 4

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({
    IN_FLIGHT_PER_KEY: PER_KEY,
    IN_FLIGHT_PER_USER: PER_USER,
    IN_FLIGHT_PER_ADDRESS: PER_ADDRESS,
    TRUSTED_PROXIES: ['127.0.0.0/8'],
  })
})
afterAll(() => engine.close())

type Headers = Readonly<Record<string, string>>

/** Requests that are not complete yet. */
async function begin(requests: readonly Headers[]) {
  const begun = requests.map((headers) =>
    beginPost(engine.baseUrl, '/v1/order', headers, JSON.stringify(RESTING_ORDER)),
  )
  await Promise.all(begun.map(({ isBegun }) => isBegun))
  // What was sent before it on another connection has been seen when this is answered.
  await waitUntilSeen(requests.length)
  return { finish: () => Promise.all(begun.map(({ finish }) => finish())) }
}

const figure = async (name: string): Promise<number> => {
  const text = await (await fetch(`${engine.baseUrl}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(name))
  if (line === undefined) throw new Error(`there is no figure ${name}`)
  return Number(line.split(' ').at(-1))
}
const waitUntilSeen = (count: number): Promise<number> =>
  pollUntil(
    () => figure('requests_in_flight'),
    (seen) => seen >= count,
  )

const from = (address: string) => ({ 'x-forwarded-for': address })

/** A key that has been seen to be valid. */
async function knownKey(userId?: string): Promise<Headers> {
  const { api, key } = engine.as(userId === undefined ? {} : { userId })
  expect((await api.get('/v1/key')).status).toBe(200)
  return key.headers
}

const statusOf = async (headers: Headers) => (await engine.api.get('/v1/key', { headers })).status

test('of one key no more than its room is in flight; the answer says so, and comes before anything is looked at', async () => {
  const key = await knownKey()
  const { finish } = await begin(Array<Headers>(PER_KEY).fill(key))
  const requested = engine.wallet.requested()
  const refused = await engine.api.get('/v1/key', { headers: key })
  expect(refused).toMatchObject({
    status: 429,
    body: { error: 'rate_limited' },
    headers: { 'retry-after': '1', ratelimit: `"in-flight-per-key";r=0;t=1`, 'x-ratelimit-limit': String(PER_KEY) },
  })
  // Nor is its body waited for.
  expect((await sendUnfinished(engine.baseUrl, 'POST', '/v1/order', key)).status).toBe(429)
  expect(engine.wallet.requested()).toBe(requested)
  expect(await statusOf(await knownKey())).toBe(200)
  for (const { status } of await finish()) expect(status).toBe(400)
  expect(await statusOf(key)).toBe(200)
})

test('of one user neither, whatever keys he has', async () => {
  const [first, second, third] = [await knownKey('many'), await knownKey('many'), await knownKey('many')]
  const { finish } = await begin([first, first, second, second, third])
  for (const key of [first, second, third]) {
    const { status, headers } = await engine.api.get('/v1/key', { headers: key })
    expect([status, headers['ratelimit']]).toEqual([429, '"in-flight-per-group";r=0;t=1'])
  }
  expect(await statusOf(await knownKey('another'))).toBe(200)
  await finish()
  expect(await statusOf(third)).toBe(200)
})

test('keys that nobody has seen to be valid are one, by their address, however many are made up', async () => {
  const address = from('198.51.100.7')
  const madeUp = (): Headers => {
    const { key, secret } = generateCredentials()
    return { 'x-api-key': key, 'x-api-secret': secret, ...address }
  }
  const known = await knownKey()
  const { finish } = await begin(Array.from({ length: PER_ADDRESS }, madeUp))
  expect(await statusOf(madeUp())).toBe(429)
  expect(await statusOf(address)).toBe(429)
  expect(await statusOf({ ...madeUp(), ...from('198.51.100.8') })).toBe(401)
  expect(await statusOf({ ...known, ...address })).toBe(200)
  for (const { status } of await finish()) expect(status).toBe(401)
})

test('a key that is revoked is no longer its user’s', async () => {
  const { api, key } = engine.as({ userId: 'bereft' })
  expect((await api.get('/v1/key')).status).toBe(200)
  engine.wallet.revoke(key)
  expect((await api.get('/v1/key')).status).toBe(401)
  const { finish } = await begin(Array<Headers>(PER_KEY).fill({ ...key.headers, ...from('198.51.100.9') }))
  const other = await knownKey('bereft')
  const mine = await begin(Array<Headers>(PER_KEY).fill(other))
  const third = await knownKey('bereft')
  expect(await statusOf(third)).toBe(200)
  await Promise.all([finish(), mine.finish()])
})

test('health is asked for all the same', async () => {
  const { finish } = await begin(Array<Headers>(PER_ADDRESS).fill(from('198.51.100.10')))
  const { status } = await sendRaw(
    engine.baseUrl,
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.10\r\n\r\n',
  )
  expect(status).toBe(200)
  await finish()
})
