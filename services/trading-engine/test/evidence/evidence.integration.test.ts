/** Evidence of what the engine did: sealed by a worker, read by the operator, recomputed by the program of a trader. */
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { draw } from '@ats/test-kit'
import { startChecker } from '../support/lives/check-evidence.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

const START = '2026-03-02T12:00:00Z'
const BTC = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET' } as const

let stage: Stage
const checker = startChecker()

beforeAll(async () => {
  stage = await startStage(START, { ...around(100_000), ...around(100, 'SOL-USD') })
})
beforeEach(() => stage.set({ ...around(100_000), ...around(100, 'SOL-USD') }))
afterAll(async () => {
  checker.end()
  await stage.close()
})

interface Found {
  readonly bundle: EvidenceBundle
  readonly next: number | null
}
const read = async (id: string, after = 0): Promise<Found> =>
  (await stage.engine.operator.get<Found>(`/operator/v1/evidence/${id}?after=${after}`)).body

/** All bundles of the account, once a worker has sealed as many. */
async function sealed(accountId: string, count: number): Promise<readonly EvidenceBundle[]> {
  await pollUntil(
    async () => (await stage.pool.query('select 1 from evidence where account_id = $1', [accountId])).rowCount,
    (found) => found === count,
  )
  const bundles: EvidenceBundle[] = []
  for (let next: number | null = 0; next !== null;) {
    const found: Found = await read(accountId, next)
    bundles.push(found.bundle)
    next = found.next
  }
  return bundles
}

const breachesOf = async ({ api, accountId }: Actor) =>
  (await api.get<{ id: string; tick: number; rule: string; action: string }[]>(`/v1/account/${accountId}/breaches`))
    .body
const rowsOf = (bundles: readonly EvidenceBundle[], kind: string) =>
  bundles.flatMap(({ rows }) => rows.filter((row) => row.kind === kind))

/** A day on which it was warned, and at whose end it was terminated. */
async function terminated(): Promise<Actor> {
  const actor = await stage.actor()
  await actor.placed({ ...BTC, quantity: 1 })
  await actor.placed({ ...BTC, side: 'SELL', kind: 'STOP', quantity: 0.01, trigger_price: 99_500 })
  await stage.step([actor], around(99_000))
  await actor.placed({ ...BTC, quantity: 1 })
  await stage.step([actor], around(97_400))
  expect(await breachesOf(actor)).toMatchObject([{ action: 'NONE' }])
  await sealed(actor.accountId, 1)
  await stage.step([actor], around(96_000))
  return actor
}

test('a breach recomputes from what is stored, with the tick it names', async () => {
  const actor = await terminated()
  const bundles = await sealed(actor.accountId, 2)
  expect(checker.check(bundles)).toEqual(['all is equal'])
  const [end] = await breachesOf(actor)
  expect(rowsOf(bundles, 'breach').map(({ id }) => id)).toContain(end!.id)
  const { bundle, next } = await read(end!.id)
  expect([bundle, next]).toEqual([bundles[1], null])
  const mark = bundle.ticks.find(({ tick }) => tick === end!.tick)
  expect(mark).toMatchObject({ venue: 'GMX', symbol: 'BTC-USD', mark: '96000' })
  expect(checker.check([bundle])).toEqual(['all is equal'])
})

describe('one row that somebody has altered is named', () => {
  let actor: Actor
  beforeAll(async () => {
    stage.set(around(100_000))
    actor = await terminated()
    await sealed(actor.accountId, 2)
  })
  const found = async () => checker.check(await sealed(actor.accountId, 2))
  const names = (lines: readonly string[]) => [...new Set(lines.map((line) => line.split(': ').slice(1).join(': ')))]

  /** As somebody with the password of the database would; afterwards it is as it was. */
  async function alter(table: string, where: string, set: string): Promise<readonly string[]> {
    const column = set.split(' ')[0]!
    const { rows } = await stage.pool.query<{ id: string; before: unknown; place: string }>(
      `select ${column}::text as before, ctid::text as place, to_jsonb(${table}) ->> 'id' as id from ${table} where ${where}`,
      [actor.accountId],
    )
    expect(rows).toHaveLength(1)
    const [{ id, before }] = rows as [(typeof rows)[0]]
    await stage.pool.query(`alter table ${table} disable trigger user`)
    const { rows: changed } = await stage.pool.query<{ place: string }>(
      `update ${table} set ${set} where ${where} returning ctid::text as place`,
      [actor.accountId],
    )
    try {
      return names(await found()).map((line) => line.replace(id, 'ID'))
    } finally {
      await stage.pool.query(`update ${table} set ${column} = $1 where ctid = $2::tid`, [before, changed[0]!.place])
      await stage.pool.query(`alter table ${table} enable trigger user`)
    }
  }
  afterAll(async () => expect(await found()).toEqual(['all is equal']))

  const second = (table: string) =>
    `id = (select id from ${table} where account_id = $1 order by created_at offset 1 limit 1)`

  const OTHER = "'00000000-0000-4000-8000-000000000000'"
  /** Each column that a bundle tells; a quick run draws some of them. */
  const COLUMNS = [
    ['fills', 'price = price - 500', 'fill ID: altered since it was sealed'],
    ['fills', 'quantity = quantity / 2', 'fill ID: altered since it was sealed'],
    ['fills', 'tick = tick - 1', 'fill ID: altered since it was sealed'],
    ['fills', 'fee = fee + 1', 'fill ID: altered since it was sealed'],
    ['fills', 'realized_pnl = realized_pnl - 1', 'fill ID: altered since it was sealed'],
    ['fills', "side = case side when 'BUY' then 'SELL' else 'BUY' end", 'fill ID: altered since it was sealed'],
    ['fills', "liquidity = 'MAKER'", 'fill ID: altered since it was sealed'],
    ['fills', "venue = 'OSTIUM'", 'fill ID: altered since it was sealed'],
    ['fills', "symbol = 'SOL-USD'", 'fill ID: altered since it was sealed'],
    ['fills', `position_id = ${OTHER}`, 'fill ID: altered since it was sealed'],
    ['fills', "created_at = created_at + interval '1 microsecond'", 'fill ID: altered since it was sealed'],
    ['fills', `account_id = ${OTHER}`, 'fill ID: missing since it was sealed'],
    ['transfers', 'amount = amount * 2', 'transfer ID: altered since it was sealed'],
    [
      'transfers',
      "direction = case direction when 'IN' then 'OUT' else 'IN' end",
      'transfer ID: altered since it was sealed',
    ],
    ['transfers', "house = 'capital'", 'transfer ID: altered since it was sealed'],
    ['transfers', 'balance_after = balance_after + 1', 'transfer ID: altered since it was sealed'],
    ['transfers', `fill_id = ${OTHER}`, 'transfer ID: altered since it was sealed'],
    ['transfers', `position_id = ${OTHER}`, 'transfer ID: altered since it was sealed'],
    ['transfers', "created_at = created_at + interval '1 microsecond'", 'transfer ID: altered since it was sealed'],
    ['transfers', `account_id = ${OTHER}`, 'transfer ID: missing since it was sealed'],
    ['breaches', 'value = value - 1', 'breach ID: altered since it was sealed'],
    ['breaches', 'limit_value = limit_value + 1', 'breach ID: altered since it was sealed'],
    [
      'breaches',
      "rule = case rule when 'max_drawdown' then 'daily_loss_limit' else 'max_drawdown' end",
      'breach ID: altered since it was sealed',
    ],
    ['breaches', "action = 'LOCKED'", 'breach ID: altered since it was sealed'],
    ['breaches', 'tick = tick - 1', 'breach ID: altered since it was sealed'],
  ] as const
  test.each(draw(COLUMNS, 4, ([table, set]) => `${table} ${set}`))('%s: %s', async (table, set, named) => {
    expect(await alter(table, second(table), set)).toEqual([named])
  })

  test.each([
    ['start_balance = start_balance + 1'],
    ['start_equity = start_equity + 1'],
    ['start_capital = start_capital + 1'],
    ['start_high_water_mark = start_high_water_mark + 1'],
    ['tick = tick - 1'],
  ])('trading_days: %s', async (set) => {
    expect(await alter('trading_days', 'account_id = $1', set)).toEqual([
      expect.stringMatching(/^day .*: altered since it was sealed$/),
    ])
  })

  test.each([
    ['trigger_price = trigger_price + 1'],
    ['trigger_tick = trigger_tick - 1'],
    ["side = 'BUY'"],
    ['trigger_on_mark = true'],
  ])('the order of a trigger that has fired: %s', async (set) => {
    const fired = 'account_id = $1 and trigger_tick is not null'
    expect(await alter('orders', fired, set)).toEqual(['trigger ID: altered since it was sealed'])
  })

  test('a tick that was copied', async () => {
    const one = `ctid = (select ctid from evidence_ticks where account_id = $1 and sequence = 2 order by tick desc limit 1)`
    const [line, ...others] = await alter('evidence_ticks', one, `prices = replace(prices, '"mark":"', '"mark":"1')`)
    expect(line).toMatch(/^tick \d+ of GMX:BTC-USD: altered since it was sealed$/)
    expect(others).toEqual([])
  })

  test('what was sealed, or the hash by which bundles are chained', async () => {
    const first = 'account_id = $1 and sequence = 1'
    expect(
      await alter('evidence', first, `sealed = replace(sealed, '"margin_mode":"CROSS"', '"margin_mode":"ISOLATED"')`),
    ).toEqual(['bundle: its hash is not that of its seals'])
    expect(await alter('evidence', first, `hash = repeat('0', 64)`)).toEqual([
      'bundle: its hash is not that of its seals',
      'bundle: it does not follow the one before',
    ])
  })
})

test('a liquidated position recomputes, by its own id too', async () => {
  // As it was sold before margin modes: each position is carried by its own margin.
  await stage.pool.query(`delete from plans where id = 'two-step-100k' and version = 2`)
  const actor = await stage.actor('two-step-100k')
  await actor.placed({ ...BTC, quantity: 0.5 })
  await stage.step([actor], around(95_500))
  const bundles = await sealed(actor.accountId, 1)
  expect(checker.check(bundles)).toEqual(['all is equal'])
  const [liquidation] = rowsOf(bundles, 'liquidation')
  type Closed = { id: string; close_reason: string; liquidation_tick: number }[]
  const { body } = await actor.api.get<Closed>(`/v1/account/${actor.accountId}/positions/history`)
  expect(body).toMatchObject([
    { id: liquidation!['id'], close_reason: 'LIQUIDATION', liquidation_tick: liquidation!['tick'] },
  ])
  expect((await read(body[0]!.id)).bundle).toEqual(bundles[0])
})

describe('without seals', () => {
  const UNSEALED = '0.json, bundle null: it is not sealed'

  test('an account that has breached nothing is told as of now', async () => {
    const actor = await stage.actor()
    await actor.placed({ ...BTC, quantity: 0.1 })
    const { bundle, next } = await read(actor.accountId)
    expect([bundle.hash, next, rowsOf([bundle], 'fill').length]).toEqual([null, null, 1])
    expect(checker.check([bundle])).toEqual([UNSEALED, 'all is equal'])
    await stage.pool.query('update fills set fee = fee + 1 where account_id = $1', [actor.accountId])
    const [fill] = rowsOf([bundle], 'fill')
    expect(checker.check([(await read(actor.accountId)).bundle])).toEqual([
      expect.stringContaining(`fill ${String(fill!['id'])}: its fee is recomputed as`),
      UNSEALED,
    ])
  })

  test('a breach from before ticks were kept says so', async () => {
    const actor = await stage.actor()
    const { rows } = await stage.pool.query<{ id: string }>(
      `insert into breaches (id, account_id, rule, severity, message, limit_value, value, equity, balance, action, created_at)
        values (gen_random_uuid(), $1, 'max_drawdown', 'HARD', '', 90000, 89000, 89000, 89000, 'NONE', now()) returning id`,
      [actor.accountId],
    )
    const { bundle } = await read(rows[0]!.id)
    expect([bundle.hash, rowsOf([bundle], 'breach')]).toEqual([null, []])
    expect(checker.check([bundle])).toEqual([
      `0.json, bundle null: breach ${rows[0]!.id} names no tick, for it is from before ticks were kept: it cannot be recomputed`,
      UNSEALED,
      'all is equal',
    ])
  })
})

test('what nobody has is not found', async () => {
  const actor = await stage.actor()
  for (const path of ['00000000-0000-4000-8000-000000000000', `${actor.accountId}?after=1`])
    expect((await stage.engine.operator.get(`/operator/v1/evidence/${path}`)).status).toBe(404)
})
