/** Dead-man's switches over HTTP, with several workers, and with engines that stop and start again. */
import { createTestDatabase, runs, startFakeWallet, type FakeWallet, type TestDatabase } from '@ats/test-kit'
import { accountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type TestEngineOptions, type Trader } from '../support/engine/engine.js'
import { movableClock } from '../support/market/movable-clock.js'
import { pollUntil } from '../support/poll-until.js'

interface Switch {
  readonly armed: boolean
  readonly timeout_ms: number | null
  readonly action: string | null
  readonly armed_at: string | null
  readonly expires_at: string | null
  readonly origin: string | null
  readonly key_id: string | null
  readonly last_ran_out_at?: string | null
}

const clock = movableClock()
let database: TestDatabase
let wallet: FakeWallet
let engine: TestEngine
const others = new Set<TestEngine>()

const start = async (options: TestEngineOptions = {}): Promise<TestEngine> => {
  const shared = { databaseUrl: database.url, sharedWallet: wallet, asksOverHttp: true, LOG_LEVEL: 'warn' } as const
  return startEngine({ ...shared, ...options, runtime: { clock } })
}
const startOther = async (options: TestEngineOptions = {}): Promise<void> => void others.add(await start(options))

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  wallet = await startFakeWallet()
  engine = await start()
})
afterEach(async () => {
  await Promise.all([...others].map((other) => other.close()))
  others.clear()
})
afterAll(async () => {
  await engine.close()
  await wallet.close()
  await database.drop()
})

/** An account as its trader sees it, at whichever engine runs now. */
function callsOf({ accountId, userId, key }: Trader) {
  const api = () => engine.api.with(key.headers)
  const path = `/v1/account/${accountId}/dead-man-switch`
  return {
    ...{ accountId, userId },
    arm: (action = 'CANCEL_ALL', timeoutMs: unknown = 5_000) =>
      api().request<Switch>('PUT', path, { body: { timeout_ms: timeoutMs, action } }),
    read: () => api().get<Switch>(path),
    disarm: () => api().request<Switch>('DELETE', path),
    calls: () => accountCalls({ api: api(), accountId }),
  }
}
type Account = ReturnType<typeof callsOf>

const open = async (): Promise<Account> => callsOf(await engine.trader())
const ENTRY = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.01, price: 1_000 }
const STOP = { symbol: 'BTC-USD', side: 'SELL', kind: 'STOP', quantity: 0.01, trigger_price: 1_000 }
const place = async (account: Account, order: object): Promise<string> =>
  (await account.calls().placed({ ...order })).order.id
const statusOf = async (account: Account, orderId: string): Promise<string> => {
  const { status, reason } = await account.calls().order(orderId)
  return reason === null ? status : `${status} ${reason}`
}
const CANCELLED = 'CANCELLED dead_man_switch'
const untilCancelled = (account: Account, orderId: string) =>
  pollUntil(
    () => statusOf(account, orderId),
    (status) => status === CANCELLED,
  )

/** One that ran out no earlier than the others has acted: so have they, if they were to. */
async function untilAllHaveActed(): Promise<void> {
  await pollUntil(
    async () => {
      const { rows } = await engine.pool.query<{ due: string }>(
        'select count(*) as due from dead_man_switches where acts_at <= $1',
        [new Date(clock.now() / 1_000).toISOString()],
      )
      return Number(rows[0]?.due)
    },
    (due) => due === 0,
  )
}

/** Counts what the switch has done, from the books alone. */
async function actsOn(account: Account): Promise<number> {
  const { rows } = await engine.pool.query<{ acts: string }>(
    `select count(*) as acts from commands where account_id = $1 and kind = 'dead_man_switch'`,
    [account.accountId],
  )
  return Number(rows[0]?.acts)
}

test('it is armed, renewed by the same request, read, and disarmed', async () => {
  const account = await open()
  expect((await account.read()).body).toMatchObject({ armed: false, timeout_ms: null, expires_at: null })
  const { status, body: armed } = await account.arm('CANCEL_OPENING', 60_000)
  expect([status, armed.armed, armed.timeout_ms, armed.action]).toEqual([200, true, 60_000, 'CANCEL_OPENING'])
  expect(Date.parse(armed.expires_at ?? '') - Date.parse(armed.armed_at ?? '')).toBe(60_000)
  clock.advance(10_000)
  const { body: renewed } = await account.arm('CANCEL_ALL', 30_000)
  expect(renewed).toMatchObject({ armed_at: armed.armed_at, timeout_ms: 30_000, action: 'CANCEL_ALL' })
  expect((await account.read()).body).toEqual({ ...renewed, last_ran_out_at: null })
  expect((await account.disarm()).body).toMatchObject({ armed: false, action: null })
  expect((await account.disarm()).status).toBe(200)
  clock.advance(60_000)
  await untilAllHaveActed()
  expect(await actsOn(account)).toBe(0)
})

test('it runs out once: entries are cancelled by SYSTEM, the stop and the position stay, the account trades on', async () => {
  const account = await open()
  await place(account, { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  const [stop, entry] = [await place(account, STOP), await place(account, ENTRY)]
  await account.arm('CANCEL_ALL', 600_000)
  clock.advance(400_000)
  await account.arm('CANCEL_ALL', 600_000)
  clock.advance(400_000)
  await untilAllHaveActed()
  expect(await statusOf(account, entry)).toBe('OPEN')
  clock.advance(200_100)
  await untilCancelled(account, entry)
  expect(await statusOf(account, stop)).toBe('OPEN')
  const { rows } = await engine.pool.query<{ by: string }>(
    `select data::jsonb ->> 'cancelled_by' as by from whole_events where account_id = $1 and type = 'order.cancel'`,
    [account.accountId],
  )
  expect(rows).toEqual([{ by: 'SYSTEM' }])
  expect((await account.calls().positions()).length).toBe(1)
  await pollUntil(account.read, ({ body }) => !body.armed)
  const actedAt = Date.parse((await account.read()).body.last_ran_out_at ?? '')
  const { updated_at: cancelledAt } = await account.calls().order(entry)
  expect(actedAt).toBeGreaterThanOrEqual(Date.parse(cancelledAt))
  expect(actedAt * 1_000).toBeLessThanOrEqual(clock.now())
  const later = await place(account, ENTRY)
  clock.advance(60_000)
  await untilAllHaveActed()
  expect([await statusOf(account, later), await actsOn(account)]).toEqual(['OPEN', 1])
})

test('FLATTEN needs TRADE as well, and leaves nothing open', async () => {
  const account = await open()
  const manager = callsOf({
    ...{ accountId: account.accountId, userId: account.userId },
    key: engine.as({ userId: account.userId, permissions: ['MANAGE_ORDERS'] }).key,
  } as Trader)
  expect(await manager.arm('FLATTEN')).toMatchObject({ status: 403, body: { error: 'permission_denied' } })
  expect((await manager.arm('CANCEL_ALL')).status).toBe(200)
  await place(account, { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  const entry = await place(account, ENTRY)
  await account.arm('FLATTEN')
  clock.advance(5_100)
  await untilCancelled(account, entry)
  expect(await account.calls().positions()).toEqual([])
  expect(await account.calls().closedPositions()).toMatchObject([{ close_reason: 'USER' }])
})

test('of several workers exactly one acts on each of many accounts', async () => {
  await Promise.all([startOther({ ROLE: 'worker' }), startOther({ ROLE: 'worker' })])
  const accounts: Account[] = []
  for (let index = 0; index < runs(80); index += 1) accounts.push(await open())
  const entries = await Promise.all(accounts.map((account) => place(account, ENTRY)))
  await Promise.all(accounts.map((account) => account.arm()))
  clock.advance(5_100)
  await Promise.all(accounts.map((account, index) => untilCancelled(account, entries[index] ?? '')))
  await untilAllHaveActed()
  expect(await Promise.all(accounts.map(actsOn))).toEqual(accounts.map(() => 1))
})

test('a worker that dies after the act and before the row is gone has acted once', async () => {
  const account = await open()
  const entry = await place(account, ENTRY)
  const { body } = await account.arm()
  clock.advance(5_100)
  await untilCancelled(account, entry)
  await pollUntil(account.read, (answer) => !answer.body.armed)
  const later = await place(account, ENTRY)
  await engine.pool.query(
    `insert into dead_man_switches (account_id, timeout_ms, action, armed_at, expires_at, acts_at)
      values ($1, 5000, 'CANCEL_ALL', $2, $3, $3)`,
    [account.accountId, body.armed_at, body.expires_at],
  )
  await pollUntil(account.read, (answer) => !answer.body.armed)
  expect([await statusOf(account, later), await actsOn(account)]).toEqual(['OPEN', 1])
})

test('a heartbeat committed before the switch acts keeps it from acting, however late', async () => {
  const account = await open()
  const entry = await place(account, ENTRY)
  await account.arm()
  // A heartbeat that takes long to be written: its row is locked, and still of the old time.
  const client = await engine.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update dead_man_switches set expires_at = expires_at + interval '1 minute', acts_at = acts_at + interval '1 minute'
        where account_id = $1`,
      [account.accountId],
    )
    clock.advance(5_100)
    const witness = await open()
    const seen = await place(witness, ENTRY)
    await witness.arm()
    clock.advance(5_100)
    await untilCancelled(witness, seen)
    await client.query('commit')
  } finally {
    client.release()
  }
  await untilAllHaveActed()
  expect([await statusOf(account, entry), await actsOn(account)]).toEqual(['OPEN', 0])
})

describe('while no heartbeat could be received', () => {
  /** Everything stops, the switches run out, and it starts again. */
  async function restart(_account: Account, whileAway: () => void): Promise<void> {
    await engine.close()
    whileAway()
    engine = await start()
  }

  /** Everything runs, and no key can be checked: it is noticed by a heartbeat that is refused. */
  async function withoutWallet(account: Account, whileAway: () => void): Promise<void> {
    let asked = 0
    wallet.fail((response) => {
      // Receivers of webhooks and rules of notifications are asked for as well, and tell the engine nothing of this.
      if (response.req.url?.startsWith('/api/internal/') !== true) asked += 1
      response.writeHead(503).end()
    })
    expect((await account.arm('CANCEL_ALL', 20_000)).status).toBe(500)
    // The heartbeat's, and two by which the engine looks whether it is back.
    await pollUntil(
      () => Promise.resolve(asked),
      (count) => count >= 3,
    )
    whileAway()
    wallet.fail(null)
  }

  test.each([
    ['the service was stopped', restart],
    ['the wallet did not answer', withoutWallet],
  ])('%s: a switch that ran out then acts one timeout later, unless it is renewed', async (_what, outage) => {
    const [silent, alive] = [await open(), await open()]
    const [ofSilent, ofAlive] = [await place(silent, ENTRY), await place(alive, ENTRY)]
    await silent.arm('CANCEL_ALL', 20_000)
    await alive.arm('CANCEL_ALL', 20_000)
    await outage(alive, () => clock.advance(600_000))
    // A witness that runs out in time, and last.
    const witness = await open()
    const seen = await place(witness, ENTRY)
    await witness.arm()
    clock.advance(5_100)
    await untilCancelled(witness, seen)
    expect([await statusOf(silent, ofSilent), await actsOn(silent)]).toEqual(['OPEN', 0])
    expect((await alive.arm('CANCEL_ALL', 60_000)).status).toBe(200)
    clock.advance(21_000)
    await untilCancelled(silent, ofSilent)
    await untilAllHaveActed()
    expect([await statusOf(alive, ofAlive), await actsOn(alive), await actsOn(silent)]).toEqual(['OPEN', 0, 1])
  })

  test('the engine notices that the wallet answers again without any request', async () => {
    const account = await open()
    await account.arm('CANCEL_ALL', 20_000)
    const latestSign = async () => {
      const { rows } = await engine.pool.query<{ at: string | null }>(
        'select max(from_at) as at from heartbeat_uptimes',
      )
      return Date.parse(rows[0]?.at ?? '')
    }
    const before = await latestSign()
    await withoutWallet(account, () => clock.advance(600_000))
    await pollUntil(latestSign, (at) => at > before)
    clock.advance(21_000)
    await pollUntil(
      () => actsOn(account),
      (acts) => acts === 1,
    )
  })

  test('a switch that runs out while no worker runs acts as soon as one starts', async () => {
    await engine.close()
    engine = await start({ ROLE: 'api' })
    const account = await open()
    const entry = await place(account, ENTRY)
    await account.arm()
    clock.advance(600_000)
    expect(await statusOf(account, entry)).toBe('OPEN')
    await startOther({ ROLE: 'worker' })
    await untilCancelled(account, entry)
    expect(await actsOn(account)).toBe(1)
  })
})
