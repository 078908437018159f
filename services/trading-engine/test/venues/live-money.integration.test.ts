/** The money of a LIVE account as the API tells it: what its venue charges, what it settles for time, and evidence. */
import type {
  UnswappedProfit,
  VenueCharges,
  VenueReport,
  VenueRequest,
} from '../../src/core/model/live/venue-request.js'
import { decimal, formatDecimal, price as priceOf, quantity, usd } from '../../src/core/values/decimal.js'
import { readSendingFigures } from '../../src/store/venues/sending-figures.js'
import { NO_CHARGES } from '../../src/venues/chain/sending/charges.js'
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { pollUntil } from '../support/poll-until.js'
import { liveMarket, openLiveAccount, registerWallet } from '../support/venues/live-accounts.js'
import { around, startStage, type Stage } from '../support/stage.js'

let stage: Stage
const checker = startChecker()
beforeAll(async () => {
  const { feed } = liveMarket()
  const options = { feed, LIVE_CHAIN_ID: 31_337 }
  stage = await startStage('2026-03-02T12:00:00Z', { ...around(100_000), ...around(2_000, 'XAU-USD') }, options)
})
afterAll(async () => {
  checker.end()
  await stage.close()
})

type Charges = Partial<Record<keyof VenueCharges, string>>
const chargesOf = (given: Charges): VenueCharges => ({
  ...NO_CHARGES,
  ...Object.fromEntries(Object.entries(given).map(([name, amount]) => [name, usd(decimal(amount))])),
})

interface Told {
  readonly price: string
  readonly charges: Charges
  /** The profit of a closing fill. */
  readonly profit?: string
  readonly unswapped?: readonly UnswappedProfit[]
}

interface Row {
  readonly house: string
  readonly amount: string
}

async function aLiveTrader() {
  const { api, accountId, path } = await openLiveAccount(stage.engine)
  await registerWallet(stage.engine, accountId)
  const { venueBooks } = stage.engine
  let block = 0
  const place = () => ({
    ...{ chainId: 31_337, block: (block += 1), blockHash: '0xb', txHash: `0x${accountId}${block}`, logIndex: 0 },
  })
  const trader = {
    ...{ api, accountId, path, place },
    report: (report: VenueReport) => venueBooks.book(accountId, report),
    ask: async (body: object): Promise<VenueRequest> => {
      const order = { account_id: accountId, symbol: 'BTC-USD', kind: 'MARKET', ...body }
      expect((await api.post('/v1/order', { body: order })).body).toMatchObject({ violations: [] })
      return (await venueBooks.openRequests(accountId)).at(-1)!
    },
    execute: (request: VenueRequest, { price, charges, profit, unswapped }: Told) => {
      const { action, venue } = request
      if (action.kind !== 'open' && action.kind !== 'close') throw new Error('nothing to execute')
      const isClosing = action.kind === 'close'
      const fill = {
        ...{ venue, symbol: action.symbol, isClosing, quantity: action.quantity, tradeId: null },
        ...{ side: (action.direction === 'LONG') === isClosing ? ('SELL' as const) : ('BUY' as const) },
        ...{ price: priceOf(decimal(price)), charges: chargesOf(charges) },
        ...{ collateral: usd(decimal('1000')), payout: null },
        ...(profit === undefined ? {} : { realizedPnl: usd(decimal(profit)) }),
        ...(unswapped === undefined ? {} : { unswapped }),
      }
      return trader.report({
        ...{ kind: 'executed', requestId: request.id, cause: 'order', place: place(), fill, isLast: true },
      })
    },
    ledger: async () => (await api.get<Row[]>(`${path}/ledger?decimals=string`)).body,
    positions: async () => (await api.get<Record<string, string>[]>(`${path}/positions?decimals=string`)).body,
  }
  return trader
}

const sumOf = (rows: readonly Row[], ...houses: readonly string[]): string =>
  formatDecimal(
    rows.filter(({ house }) => houses.includes(house)).reduce((sum, { amount }) => sum + decimal(amount), 0n),
  )

interface Funding {
  readonly totals: { readonly net: string; readonly paid: string; readonly received: string }
  readonly by_asset_class: Readonly<Record<string, { readonly net: string; readonly payments: readonly Row[] }>>
}

test('funding tells what venues have settled of fees for time, and equals the ledger', async () => {
  const trader = await aLiveTrader()
  const bought = { side: 'BUY', quantity: 0.1 }
  const timed = { fees: '-5', funding: '-1.25', borrowing: '-0.75' }
  await trader.execute(await trader.ask(bought), { price: '100000', charges: { fees: '-5' } })
  await trader.execute(await trader.ask(bought), { price: '100000', charges: timed })
  await stage.engine.pool.query(`update venue_wallets set venue = 'OSTIUM' where account_id = $1`, [trader.accountId])
  const metal = { symbol: 'XAU-USD', platform_id: 'OSTIUM', side: 'BUY', quantity: 1 }
  await trader.execute(await trader.ask(metal), { price: '2000', charges: { fees: '-2' } })
  await trader.execute(await trader.ask({ ...metal, side: 'SELL' }), {
    ...{ price: '2000', profit: '0', charges: { funding: '0.5', rollover: '-0.125' } },
  })
  const { body } = await trader.api.get<Funding>(`${trader.path}/funding?decimals=string`)
  const ledger = await trader.ledger()
  expect(body.totals).toEqual({ paid: '2.125', received: '0.5', net: '-1.625' })
  expect(body.totals.net).toBe(sumOf(ledger, 'funding', 'borrowing', 'rollover'))
  expect([body.by_asset_class['crypto']?.net, body.by_asset_class['commodity']?.net]).toEqual(['-2', '0.375'])
  const payments = Object.values(body.by_asset_class).flatMap((one) => one.payments)
  for (const house of ['funding', 'borrowing', 'rollover']) expect(sumOf(payments, house)).toBe(sumOf(ledger, house))
  expect(payments).toContainEqual(expect.objectContaining({ house: 'borrowing', rate: null, funding_at: null }))
})

test('gas of an order passes to its position, and gas of none to no position; a report that comes again changes nothing', async () => {
  const trader = await aLiveTrader()
  const request = await trader.ask({ side: 'BUY', quantity: 0.1 })
  const gas = (requestId: string | null, execution: string): VenueReport => ({
    ...{ kind: 'charged', requestId, place: trader.place(), charges: chargesOf({ execution }) },
  })
  const ofOrder = gas(request.id, '-0.125')
  for (const report of [ofOrder, gas(null, '-0.0625'), ofOrder]) await trader.report(report)
  expect(sumOf(await trader.ledger(), 'execution')).toBe('-0.1875')
  await trader.execute(request, { price: '100000', charges: { fees: '-5', execution: '-0.5' } })
  expect(await trader.positions()).toMatchObject([{ fees: '5.625' }])
  expect(sumOf(await trader.ledger(), 'execution')).toBe('-0.6875')
})

test('collateral that is put in by hand changes no balance but for what is settled with it', async () => {
  const trader = await aLiveTrader()
  await trader.execute(await trader.ask({ side: 'BUY', quantity: 0.1 }), { price: '100000', charges: { fees: '-5' } })
  const change = { venue: 'GMX', symbol: 'BTC-USD', tradeId: null, amount: usd(decimal('48.5')) } as const
  const charges = chargesOf({ funding: '-1', borrowing: '-0.5' })
  await trader.report({ kind: 'collateral', requestId: null, place: trader.place(), change, charges, isLast: true })
  const ledger = await trader.ledger()
  expect([sumOf(ledger, 'funding'), sumOf(ledger, 'borrowing')]).toEqual(['-1', '-0.5'])
  const [position] = await trader.positions()
  expect(position).toMatchObject({ funding: '-1', borrowing: '-0.5' })
  const held = {
    ...{ symbol: 'BTC-USD', direction: 'LONG', quantity: decimal('0.1'), collateral: decimal('1048.5'), trades: [] },
    ...{ pendingFunding: 0n, pendingBorrowing: 0n, pendingRollover: 0n },
  }
  const holdings = { block: 9, positions: [held], orders: [] } as unknown as Parameters<
    typeof stage.engine.venueBooks.compare
  >[2]
  const { differences } = await stage.engine.venueBooks.compare(trader.accountId, 'GMX', holdings)
  expect(differences).toEqual([])
  const { body } = await trader.api.get<Funding>(`${trader.path}/funding?decimals=string`)
  expect(body.totals.net).toBe('-1.5')
})

test('collateral of a position that the books do not have halts the account', async () => {
  const trader = await aLiveTrader()
  const change = { venue: 'GMX', symbol: 'BTC-USD', tradeId: null, amount: usd(decimal('10')) } as const
  await trader.report({
    ...{ kind: 'collateral', requestId: null, place: trader.place(), change, isLast: true },
    charges: chargesOf({ funding: '-1' }),
  })
  expect((await trader.api.get(trader.path)).body).toMatchObject({ state: 'HALTED' })
  expect(sumOf(await trader.ledger(), 'funding')).toBe('-1')
})

/** An id after those of all requests. */
const NO_REQUEST = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const WETH = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

test('a profit that is paid as a token is shown as that token, and the balance is the USDC alone', async () => {
  const trader = await aLiveTrader()
  await trader.execute(await trader.ask({ side: 'BUY', quantity: 0.1 }), { price: '100000', charges: { fees: '-5' } })
  const profit = {
    token: WETH,
    name: 'ETH',
    decimals: 18,
    amount: quantity(decimal('0.25')),
    value: usd(decimal('600')),
  }
  await trader.execute(await trader.ask({ side: 'SELL', quantity: 0.1 }), {
    ...{ price: '106000', profit: '600', charges: { fees: '-6' }, unswapped: [profit] },
  })
  const held = { venue: 'GMX', token: WETH, name: 'ETH', amount: '0.25', value: '600' }
  expect((await trader.api.get(`${trader.path}?decimals=string`)).body).toMatchObject({
    ...{ balance: '99989', state: 'HALTED', holdings: [held] },
  })
  const ledger = await trader.ledger()
  expect([sumOf(ledger, 'realized_pnl'), sumOf(ledger, 'capital')]).toEqual(['600', '99400'])
  const check = `/operator/v1/ledger-check?account_id=${trader.accountId}`
  expect((await stage.engine.operator.get(check)).body).toMatchObject({ differences: [] })
  const tokensHeld = async () => (await readSendingFigures(stage.pool, 31_337, NO_REQUEST)).tokensHeld
  expect(await tokensHeld()).toEqual(new Map([['GMX', 1]]))
  const body = {
    ...{ token: 'ETH', amount: '0.25', received: '590.25', tx_hash: `0x${'AB'.repeat(32)}`, reason: 'swapped by hand' },
  }
  const sweep = (more: object = {}) =>
    stage.engine.operator.post(`/operator/v1/accounts/${trader.accountId}/sweep?decimals=string`, {
      body: { ...body, ...more },
    })
  expect(await sweep({ amount: '0.26' })).toMatchObject({ status: 400 })
  for (const answer of [await sweep(), await sweep(), await sweep({ token: WETH.toLowerCase() })])
    expect(answer).toMatchObject({ status: 200, body: { balance: '100579.25', state: 'HALTED', holdings: [] } })
  expect(await sweep({ received: '600' })).toMatchObject({ status: 409, body: { reason: 'reference_reuse' } })
  expect(await tokensHeld()).toEqual(new Map())
  expect(sumOf(await trader.ledger(), 'capital')).toBe('99990.25')
  expect((await stage.engine.operator.get(check)).body).toMatchObject({ differences: [] })
  const audited = await stage.engine.operator.get<object[]>(`/operator/v1/audit?subject=${trader.accountId}`)
  expect(audited.body.filter((row) => 'action' in row && row.action === 'sweep_holding')).toMatchObject([
    { request: { ...body, token: 'ETH', tx_hash: body.tx_hash.toLowerCase(), checked_on_chain: false } },
  ])
  await stage.pool.query(`update accounts set token_holdings = null where id = $1`, [trader.accountId])
  expect((await stage.engine.operator.get(check)).body).toMatchObject({
    differences: [{ check: 'holdings', expected: '0.25', found: '0' }],
  })
})

describe('evidence', () => {
  interface Found {
    readonly bundle: EvidenceBundle
    readonly next: number | null
  }
  const read = async (accountId: string): Promise<EvidenceBundle> =>
    (await stage.engine.operator.get<Found>(`/operator/v1/evidence/${accountId}?after=0`)).body.bundle

  /** Bought twice, closed in part, and under its floor. */
  async function terminated() {
    stage.set(around(100_000))
    const trader = await aLiveTrader()
    const charges = { fees: '-30.123456', funding: '-1.5', priceImpact: '-0.25', execution: '-0.125' }
    await trader.execute(await trader.ask({ side: 'BUY', quantity: 2 }), { price: '100003.7', charges })
    await trader.execute(await trader.ask({ side: 'BUY', quantity: 1 }), { price: '100001.3', charges })
    // A contract nets by trades of its own: its profit is not that of the average.
    await trader.execute(await trader.ask({ side: 'SELL', quantity: 0.5 }), {
      ...{ price: '100000', profit: '-1.851234', charges },
    })
    stage.set(around(94_000))
    const isSealed = 'select 1 from evidence where account_id = $1'
    await pollUntil(
      async () => (await stage.pool.query(isSealed, [trader.accountId])).rowCount,
      (found) => found === 1,
    )
    return trader
  }

  let trader: Awaited<ReturnType<typeof terminated>>
  beforeAll(async () => {
    trader = await terminated()
  })

  test('recomputes the breach from stored ticks and fills of contracts, and says what the chain decides', async () => {
    const bundle = await read(trader.accountId)
    expect(checker.check([bundle])).toEqual([
      '0.json, bundle 1: 3 fills are those of contracts: compare them with their transactions',
      'all is equal',
    ])
    const fills = bundle.rows.filter(({ kind }) => kind === 'fill')
    expect(fills).toMatchObject(
      fills.map(() => ({ tick: null, contract: { chain_id: 31_337, funding: '-1.5', fees: '-30.123456' } })),
    )
    expect(bundle.rows.some(({ kind }) => kind === 'breach')).toBe(true)
  })

  test('recomputes floors that a profit in a token and its sweep have moved', async () => {
    stage.set(around(100_000))
    const holder = await aLiveTrader()
    await holder.execute(await holder.ask({ side: 'BUY', quantity: 3 }), { price: '100000', charges: { fees: '-30' } })
    const profit = {
      token: WETH,
      name: 'ETH',
      decimals: 18,
      amount: quantity(decimal('0.02')),
      value: usd(decimal('50')),
    }
    await holder.execute(await holder.ask({ side: 'SELL', quantity: 0.5 }), {
      ...{ price: '100100', profit: '50', charges: { fees: '-6' }, unswapped: [profit] },
    })
    const body = { token: WETH, amount: '0.02', received: '47.5', tx_hash: `0x${'cd'.repeat(32)}`, reason: 'swapped' }
    await stage.engine.operator.post(`/operator/v1/accounts/${holder.accountId}/sweep`, { body })
    stage.set(around(94_000))
    await pollUntil(
      async () => (await stage.pool.query('select 1 from evidence where account_id = $1', [holder.accountId])).rowCount,
      (found) => found === 1,
    )
    const bundle = await read(holder.accountId)
    expect(bundle.rows.some(({ kind }) => kind === 'breach')).toBe(true)
    expect(checker.check([bundle]).at(-1)).toBe('all is equal')
  })

  test.each([
    ['transfers', `house = 'price_impact'`, 'amount = amount + 1'],
    ['fills', 'true', 'price = price + 1'],
    ['fills', 'true', 'realized_pnl = realized_pnl + 1'],
    ['fills', 'true', `live = jsonb_set(live, '{place,txHash}', '"0x1"')`],
    ['fills', 'true', `live = jsonb_set(live, '{charges,funding,decimal}', '"-2"')`],
  ])('names a row that was altered: %s where %s, %s', async (table, where, set) => {
    const { accountId } = trader
    const [column] = set.split(' ')
    const one = `(select id from ${table} where account_id = $1 and ${where} order by created_at desc limit 1)`
    const { rows } = await stage.pool.query<{ id: string; before: string }>(
      `select id, ${column}::text as before from ${table} where id = ${one}`,
      [accountId],
    )
    const [{ id, before }] = rows as [(typeof rows)[0]]
    // As somebody with the password of the database would; afterwards it is as it was.
    await stage.pool.query(`alter table ${table} disable trigger user`)
    await stage.pool.query(`update ${table} set ${set} where id = $1`, [id])
    const lines = checker.check([await read(accountId)])
    await stage.pool.query(`update ${table} set ${column} = $2 where id = $1`, [id, before])
    await stage.pool.query(`alter table ${table} enable trigger user`)
    expect(lines[0]).toContain(`${table.slice(0, -1)} ${id}: altered since it was sealed`)
    expect(checker.check([await read(accountId)]).at(-1)).toBe('all is equal')
  })

  test('finds by its figures what was altered and sealed again', async () => {
    const bundle = await read(trader.accountId)
    const unsealed = (change: (row: Record<string, unknown>) => Record<string, unknown>) => ({
      ...bundle,
      ...{ hash: null, sealed: { ...bundle.sealed, sequence: null, previous: null, seals: {} } },
      rows: bundle.rows.map((row) => change({ ...row })),
    })
    const told = checker.check([unsealed((row) => row)])
    expect(told.at(-1)).toBe('all is equal')
    const charge = (row: Record<string, unknown>) => {
      const contract = row['contract'] as Record<string, string> | undefined
      return contract === undefined ? row : { ...row, contract: { ...contract, funding: '-2.5' } }
    }
    expect(checker.check([unsealed(charge)]).join()).toContain('its funding is recomputed as -1.5')
    const profit = (row: Record<string, unknown>) =>
      row['kind'] === 'fill' && row['side'] === 'SELL' ? { ...row, realized_pnl: '5' } : row
    expect(checker.check([unsealed(profit)]).join()).toContain('its realized_pnl is recomputed as')
  })
})
