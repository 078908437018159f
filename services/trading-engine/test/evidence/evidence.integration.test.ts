/** Evidence of what the engine did: sealed by a worker, read by the operator, recomputed by the program of a trader. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { draw } from '@ats/test-kit'
import { nameOfRow, sealOf, type EvidenceRow } from '../../src/wire/evidence/evidence-rows.js'
import { decimal, formatDecimal } from '../../src/core/values/decimal.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

const START = '2026-03-02T12:00:00Z'
const EVIDENCE_MD = join(__dirname, '../../../../docs/EVIDENCE.md')
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
async function read(id: string, after = 0): Promise<Found> {
  const { status, body } = await stage.engine.operator.get<Found>(`/operator/v1/evidence/${id}?after=${after}`)
  expect(status).toBe(200)
  return body
}

/** All bundles of the account, once a worker has sealed as many. */
async function sealed(accountId: string, count: number): Promise<readonly EvidenceBundle[]> {
  await pollUntil(
    async () => (await stage.pool.query('select 1 from evidence where account_id = $1', [accountId])).rowCount,
    (found) => found === count,
  )
  return readAll(accountId)
}

async function readAll(accountId: string): Promise<readonly EvidenceBundle[]> {
  const bundles: EvidenceBundle[] = []
  for (let next: number | null = 0; next !== null;) {
    const found: Found = await read(accountId, next)
    bundles.push(found.bundle)
    next = found.next
  }
  return bundles
}

const breachesOf = async ({ api, accountId }: Actor) =>
  (
    await api.get<{ id: string; tick: number; rule: string; action: string; positions: unknown }[]>(
      `/v1/account/${accountId}/breaches`,
    )
  ).body
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
  expect(checker.checkAsProcess(bundles)).toEqual(['all is equal'])
  const [end] = await breachesOf(actor)
  expect(rowsOf(bundles, 'breach').map(({ id }) => id)).toContain(end!.id)
  const { bundle, next } = await read(end!.id)
  expect([bundle, next]).toEqual([bundles[1], null])
  const mark = bundle.ticks.find(({ tick }) => tick === end!.tick)
  expect(mark).toMatchObject({ venue: 'GMX', symbol: 'BTC-USD', mark: '96000' })
  expect(checker.check([bundle])).toEqual(['all is equal'])
  const { rows } = bundle
  const lie = '0.json, bundle 2: bundle: its rows are not in the order in which they were sealed, each once'
  for (const others of [
    [...rows, rows[0]!],
    [rows.at(-1)!, ...rows.slice(0, -1)],
  ])
    expect(checker.check([{ ...bundle, rows: others }])).toEqual([lie])
  expect(checker.check([bundle], [])).toEqual(['a file without a bundle shows nothing'])
  expect(checker.check()).toEqual(['a file without a bundle shows nothing'])
})

describe('one row that somebody has altered is named', () => {
  let actor: Actor
  beforeAll(async () => {
    stage.set(around(100_000))
    actor = await terminated()
    await sealed(actor.accountId, 2)
  })
  const found = async () => checker.check(await sealed(actor.accountId, 2))
  const names = (lines: readonly string[]) => [...new Set(lines.map((line) => line.replace(/^\S+, bundle \S+: /, '')))]

  /** As somebody with the password of the database would; afterwards it is as it was. */
  async function alter(table: string, where: string, set: string, see = found): Promise<readonly string[]> {
    const columns = columnsIn(set).join()
    const { rows } = await stage.pool.query<{ id: string; before: string }>(
      `select to_jsonb(${table})::text as before, to_jsonb(${table}) ->> 'id' as id from ${table} where ${where}`,
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
      return names(await see()).map((line) => line.replace(id, 'ID'))
    } finally {
      const kept = `(select ${columns} from jsonb_populate_record(null::${table}, $1))`
      await stage.pool.query(`update ${table} set (${columns}) = ${kept} where ctid = $2`, [before, changed[0]!.place])
      await stage.pool.query(`alter table ${table} enable trigger user`)
    }
  }
  const columnsIn = (set: string): readonly string[] => [...set.matchAll(/(?:^|, )(\w+) = /g)].map(([, name]) => name!)
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
    ['fills', `order_id = ${OTHER}`, 'fill ID: missing since it was sealed'],
    ['fills', `live = '{}'`, 'fill ID: missing since it was sealed'],
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
    [
      'transfers',
      "house = 'funding', funding_at = created_at, funding_rate = 0.5",
      'transfer ID: altered since it was sealed',
    ],
    [
      'transfers',
      "house = 'rollover', accrued_from = created_at - interval '1 hour', accrued_until = created_at, accrual_rate = 2",
      'transfer ID: altered since it was sealed',
    ],
    ['breaches', 'value = value - 1', 'breach ID: altered since it was sealed'],
    ['breaches', 'limit_value = limit_value + 1', 'breach ID: altered since it was sealed'],
    [
      'breaches',
      "rule = case rule when 'max_drawdown' then 'daily_loss_limit' else 'max_drawdown' end",
      'breach ID: altered since it was sealed',
    ],
    ['breaches', "action = 'LOCKED'", 'breach ID: altered since it was sealed'],
    ['breaches', 'tick = tick - 1', 'breach ID: altered since it was sealed'],
    ['breaches', "created_at = created_at + interval '1 microsecond'", 'breach ID: altered since it was sealed'],
    ['breaches', `account_id = ${OTHER}`, 'breach ID: missing since it was sealed'],
  ] as const
  test.each(draw(COLUMNS, 6, ([table, set]) => `${table} ${set}`))('%s: %s', async (table, set, named) => {
    expect(await alter(table, second(table), set)).toEqual([named])
  })

  test.each(draw(['fills', 'transfers', 'breaches'], 3, (table) => `id of ${table}`))('%s: the id', async (table) => {
    const lines = await alter(table, second(table), `id = ${OTHER}`)
    expect(lines).toContainEqual(expect.stringMatching(/^\w+ ID: missing since it was sealed$/))
  })

  const DAYS = [
    ['trading_days', 'start_balance = start_balance + 1'],
    ['trading_days', 'start_equity = start_equity + 1'],
    ['trading_days', 'start_capital = start_capital + 1'],
    ['trading_days', 'start_paid_out = coalesce(start_paid_out, 0) + 1'],
    ['trading_days', 'start_high_water_mark = start_high_water_mark + 1'],
    ['trading_days', 'tick = tick - 1'],
    ['trading_days', 'date = date - 1'],
    ['trading_days', `account_id = ${OTHER}`],
    ['trading_days', "created_at = created_at - interval '1 microsecond'"],
    ['trading_days', "start_balance = 'NaN'"],
  ] as const
  test.each(draw(DAYS, 4, ([, set]) => `days ${set}`))('%s: %s', async (_table, set) => {
    expect(await alter('trading_days', 'account_id = $1', set)).toEqual([
      expect.stringMatching(/^day .*: (altered|missing) since it was sealed$/),
    ])
  })

  const FIRED = [
    ...['trigger_price = trigger_price + 1', 'trigger_tick = trigger_tick - 1', 'trigger_on_mark = true'],
    ...["side = 'BUY'", "symbol = 'SOL-USD'", "venue = 'OSTIUM'"],
  ]
  test.each(draw(FIRED, 3, (set) => `triggers ${set}`))('the order of a trigger that has fired: %s', async (set) => {
    const fired = 'account_id = $1 and trigger_tick is not null'
    expect(await alter('orders', fired, set)).toEqual(['trigger ID: altered since it was sealed'])
  })

  /** The columns that no bundle tells: docs/EVIDENCE.md names each. */
  const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
    fills: ['client_id', 'origin', 'key_id', 'book_sequence'],
    transfers: ['command_id'],
    breaches: ['severity', 'message', 'equity', 'balance', 'held', 'order_id', 'before', 'reversal'],
    trading_days: ['previous_opened', 'previous_closed', 'previous_best_trade'],
  }
  test.each(Object.entries(OUTSIDE))(
    'each column of %s is told, or named as one that is not',
    async (table, outside) => {
      const { rows } = await stage.pool.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1`,
        [table],
      )
      const told = [...COLUMNS, ...DAYS].flatMap(([of, set]) => (of === table ? columnsIn(set) : ['id']))
      const untold = rows.map(({ name }) => name).filter((name) => !told.includes(name))
      expect(untold.toSorted()).toEqual(outside.toSorted())
      const text = readFileSync(EVIDENCE_MD, 'utf8')
      for (const name of outside) expect(text.includes(`\`${table}.${name}\``) || name).toBe(true)
    },
  )

  test('a tick that was copied', async () => {
    const one = `ctid = (select ctid from evidence_ticks where account_id = $1 and sequence = 2 order by tick desc limit 1)`
    const [line, ...others] = await alter('evidence_ticks', one, `prices = replace(prices, '"mark":"', '"mark":"1')`)
    expect(line).toMatch(/^tick \d+ of GMX:BTC-USD: altered since it was sealed$/)
    expect(others).toEqual([])
  })

  /** Each with what the answer names; 200 whatever is stored. */
  const end = "account_id = $1 and action = 'TERMINATED'"
  const last = 'account_id = $1 and sequence = 2'
  const tick = `ctid = (select ctid from evidence_ticks where ${last} order by tick desc limit 1)`
  const SHAPES = [
    ['breaches', end, "held = '[]'", /^all is equal$/],
    ['breaches', end, `held = '{"positions": [{}]}'`, /^all is equal$/],
    ['breaches', end, `held = '{"positions": [{"positionId": null}, 5]}'`, /^all is equal$/],
    ['breaches', end, "held = 'null'", /^all is equal$/],
    ['evidence', last, "sealed = '[]'", /^bundle 2: its text cannot be read$/],
    ['evidence', last, "sealed = 'x'", /^bundle 2: its text cannot be read$/],
    [
      'evidence',
      last,
      `sealed = '{"until":"x","opening":{"at":"y"},"seals":{}}'`,
      /^bundle 2: its text cannot be read$/,
    ],
    [
      'evidence',
      last,
      `sealed = replace(sealed, '"breach ', '"breach x')`,
      /^breach \S+: it was sealed in bundle 2, which/,
    ],
    ['evidence_ticks', tick, "prices = '[]'", /^tick \d+ of GMX:BTC-USD: missing since it was sealed$/],
    ['evidence_ticks', tick, "prices = 'x'", /^tick \d+ of GMX:BTC-USD: missing since it was sealed$/],
  ] as const
  const drawn = draw(SHAPES, 4, ([table, , set]) => `shapes ${table} ${set}`)
  test.each(drawn)('stored JSON of another shape: %s, %s: %s', async (table, where, set, named) => {
    expect(await alter(table, where, set)).toContainEqual(expect.stringMatching(named))
  })

  test('a trader’s breach whose positions cannot be read has none', async () => {
    const see = async () => (await breachesOf(actor)).map(({ positions }) => JSON.stringify(positions))
    expect(await alter('breaches', end, "held = '[]'", see)).toContain('null')
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

/** Sealed again from a lie on, so that every hash is right. */
function forged(
  { sealed, ...bundle }: EvidenceBundle,
  ...lies: readonly (readonly [row: EvidenceRow, lie: EvidenceRow])[]
): EvidenceBundle {
  const told = (row: EvidenceRow) => lies.find(([told]) => told === row)?.[1] ?? row
  const [rows, ticks] = [bundle.rows.map(told), bundle.ticks.map(told)]
  const seals = Object.fromEntries([...rows, ...ticks].map((row) => [nameOfRow(row), sealOf(row)]))
  // Of an account of its own, so that it can be checked beside others.
  const again = { ...sealed, account_id: crypto.randomUUID(), seals }
  return { ...bundle, rows, ticks, sealed: again, hash: sealOf(again) }
}

describe('what figures find where all is sealed again', () => {
  let bundle: EvidenceBundle
  beforeAll(async () => {
    const actor = await stage.actor()
    await actor.placed({ ...BTC, quantity: 4.9 })
    const stop = { symbol: 'SOL-USD', side: 'BUY', kind: 'STOP', quantity: 1, trigger_price: 200 } as const
    await actor.placed(stop)
    await stage.step([actor], { ...around(99_150), ...around(201, 'SOL-USD') })
    const [first] = await sealed(actor.accountId, 1)
    bundle = first!
    expect(checker.check([bundle])).toEqual(['all is equal'])
  })
  const scaled = (row: EvidenceRow, field: string) => decimal(String(row[field]))

  test('a fill at another level of its tick, though the breach is told to fit', () => {
    const [breach] = rowsOf([bundle], 'breach')
    const [{ tick }] = rowsOf([bundle], 'fill') as [EvidenceRow]
    const fills = rowsOf([bundle], 'fill').filter((row) => row['tick'] === tick)
    const levels = (bundle.ticks.find((row) => row['tick'] === tick)?.['asks'] as [string, string][]).map(([at]) => at)
    expect(levels.length).toBeGreaterThan(1)
    expect(fills.map((row) => row['price'])).toEqual(levels)
    const moves = fills.flatMap((fill) => levels.filter((at) => at !== fill['price']).map((price) => ({ fill, price })))
    const lies = moves.map(({ fill, price }) => {
      const paid = (decimal(price) - scaled(fill, 'price')) * scaled(fill, 'quantity')
      const value = formatDecimal(scaled(breach!, 'value') - paid / 10n ** 18n)
      return [forged(bundle, [fill, { ...fill, price }], [breach!, { ...breach!, value }])]
    })
    const lines = checker.check(...lies)
    for (const [index, { fill }] of moves.entries())
      expect(lines).toContain(
        `${index}.json, bundle 1: fill ${String(fill['id'])}: its price is not where it met the book of its tick`,
      )
  })

  /** The fields that docs/EVIDENCE.md says are not recomputed, by kind. */
  const UNTOLD = {
    day: ['at', 'start_high_water_mark', 'tick'],
    fill: ['at', 'liquidity', 'order_id', 'position_id'],
    transfer: ['at', 'position_id'],
    trigger: ['price', 'watched'],
    breach: ['at'],
    tick: ['ask', 'asks', 'bid', 'bids', 'index', 'last'],
  }
  test.each(draw(Object.entries(UNTOLD), 2, ([kind]) => `fields of ${kind}`))(
    'each field of a %s that is altered, or is named as one that is not',
    (kind, untold) => {
      const breachTick = rowsOf([bundle], 'breach')[0]!['tick']
      const row = [...bundle.rows, ...bundle.ticks].find(
        (one) => one.kind === kind && (kind !== 'tick' || one['tick'] === breachTick),
      )!
      const fields = Object.keys(row).filter((field) => !['kind', 'id'].includes(field) && row[field] !== null)
      const lies = fields.map((field) => [forged(bundle, [row, altered(row, field)])])
      // Two files may not tell a tick otherwise: each lie about one is checked alone.
      const lines =
        kind === 'tick'
          ? lies.flatMap((lie, index) => checker.check(lie).map((line) => line.replace(/^0/, String(index))))
          : checker.check(...lies)
      const unnoticed = fields.filter((_, index) => !lines.some((line) => line.startsWith(`${index}.json, `)))
      expect(unnoticed.toSorted()).toEqual(untold)
    },
  )
  const OTHERS: Readonly<Record<string, unknown>> = {
    venue: 'OSTIUM',
    symbol: 'ETH-USD',
    at: '2026-03-02T11:00:00.000000Z',
    watched: 'index',
    rule: 'max_drawdown',
  }
  const SWAPPED: Readonly<Record<string, string>> = {
    ...{
      BUY: 'SELL',
      SELL: 'BUY',
      IN: 'OUT',
      OUT: 'IN',
      TAKER: 'MAKER',
      MAKER: 'TAKER',
      ABOVE: 'BELOW',
      BELOW: 'ABOVE',
    },
    ...{ NONE: 'LOCKED', fees: 'capital' },
  }
  function altered(row: EvidenceRow, field: string): EvidenceRow {
    const value = row[field]
    const other =
      OTHERS[field] ??
      SWAPPED[String(value)] ??
      (typeof value === 'number'
        ? value + 1
        : Array.isArray(value)
          ? []
          : /^-?[\d.]+$/.test(String(value))
            ? formatDecimal(decimal(String(value)) + 10n ** 18n)
            : crypto.randomUUID())
    return { ...row, [field]: other }
  }
})

describe('evidence that is gone is named, and nothing is equal then', () => {
  let actor: Actor
  let kept: readonly string[]
  beforeAll(async () => {
    stage.set(around(100_000))
    actor = await terminated()
    await sealed(actor.accountId, 2)
    kept = (await breachesOf(actor)).map(({ id }) => id)
  })
  const GONE: readonly (readonly [what: string, where: string, missing: readonly number[]])[] = [
    ['the last bundle', 'account_id = $1 and sequence = 2', [0]],
    ['all of it', 'account_id = $1', [0, 1]],
  ]
  test.each(GONE)('%s', async (_what, where, missing) => {
    for (const table of ['evidence_ticks', 'evidence']) {
      await stage.pool.query(`alter table ${table} disable trigger user`)
      await stage.pool.query(`delete from ${table} where ${where}`, [actor.accountId])
      await stage.pool.query(`alter table ${table} enable trigger user`)
    }
    const of = missing.map((index) => kept[index]!)
    const told = (id: string): unknown => expect.stringMatching(`breach ${id}: it was sealed in bundle [12], which`)
    const whole = checker.check(await readAll(actor.accountId))
    for (const id of of) {
      expect(whole).toContainEqual(told(id))
      const lines = checker.check([(await read(id)).bundle])
      expect(lines).toContainEqual(told(id))
      expect(lines).not.toContain('all is equal')
    }
  })

  test('nor where it is forgotten that it was sealed', async () => {
    await stage.pool.query('delete from evidence_subjects where account_id = $1', [actor.accountId])
    const lines = checker.check(await readAll(actor.accountId))
    for (const id of kept) expect(lines).toContainEqual(expect.stringContaining(`breach ${id}: no bundle has it yet`))
  })
})

test('a liquidated position recomputes, by its own id too', async () => {
  // As it was sold before margin modes: each position is carried by its own margin.
  await stage.pool.query(`delete from plans where id = 'two-step-100k' and version > 1`)
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
