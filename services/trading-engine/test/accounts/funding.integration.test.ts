/**
 * Funding over HTTP: charged without any request, once for each funding time whichever process looks, and read by asset
 * class.
 */
import Decimal from 'decimal.js'
import { formatTimestamp } from '../../src/core/values/time.js'
import { accountCalls, type AccountCalls } from '../support/account-calls.js'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { movableClock } from '../support/market/movable-clock.js'
import { pollUntil } from '../support/poll-until.js'

interface Sums {
  readonly paid: string
  readonly received: string
  readonly net: string
}
interface Payment {
  readonly id: string
  readonly position_id: string
  readonly symbol: string
  readonly venue: string
  readonly amount: string
  readonly rate: string
  readonly funding_at: string
  readonly timestamp: string
}
interface FundingBody {
  readonly totals: Sums
  readonly by_asset_class: Readonly<Record<string, Sums & { readonly payments: readonly Payment[] }>>
}

const HOUR_MS = 3_600_000
/** Ten minutes past some hour: none ends between the orders and what is made of them below. */
const clock = movableClock()
clock.advance(HOUR_MS - (Date.now() % HOUR_MS) + 600_000)
const nowMs = (): number => clock.now() / 1_000

let engine: TestEngine
let trader: Trader
let account: AccountCalls
/** Started while charges of three hours and one day are due. */
let replicas: readonly TestEngine[]

const read = async (query = ''): Promise<{ body: FundingBody; headers: Readonly<Record<string, unknown>> }> => {
  const path = `/v1/account/${trader.accountId}/funding?decimals=string${query}`
  return replicas[0]!.api.with(trader.key.headers).get<FundingBody>(path)
}
const sumOf = (payments: readonly Payment[]): string =>
  payments.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed()

beforeAll(async () => {
  // It charges nothing, and must not be the one to watch the account.
  engine = await startEngine({ ROLE: 'api', runtime: { clock } })
  await engine.moveMarket('BTC-USD', 100_000)
  await engine.moveMarket('XAU-USD', 4_000)
  trader = await engine.trader()
  account = accountCalls(trader)
  await account.placed({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.5, platform_id: 'GMX' })
  await account.placed({ symbol: 'XAU-USD', side: 'SELL', kind: 'MARKET', quantity: 3, platform_id: 'OSTIUM' })
  await engine.pool.query(
    `update positions set funded_until = case venue when 'GMX' then date_trunc('hour', $1::timestamptz) - interval '3 hours'
       else date_trunc('day', $1::timestamptz at time zone 'utc') at time zone 'utc' - interval '1 day' end`,
    [formatTimestamp(clock.now())],
  )
  const shared = {
    databaseUrl: engine.databaseUrl,
    sharedWallet: engine.wallet,
    FUNDING: 'venue' as const,
    runtime: { clock },
  }
  replicas = await Promise.all([startEngine(shared), startEngine(shared)])
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()))
  await engine.close()
})

test('workers that start together charge what was missed, once, without being asked', async () => {
  const rows = await pollUntil(
    async () => {
      const { rows: charged } = await engine.pool.query<{ symbol: string; funding_at: Date; at: string }>(
        `select p.symbol, t.funding_at, t.funding_at::text as at from transfers t join positions p on p.id = t.position_id
         where funding_at is not null order by symbol, funding_at`,
      )
      return charged
    },
    (charged) => charged.length >= 4,
  )
  expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC-USD', 'BTC-USD', 'BTC-USD', 'XAU-USD'])
  expect(new Set(rows.map(({ symbol, at }) => `${symbol} ${at}`)).size).toBe(4)
  const times = rows.map((row) => new Date(row.funding_at).getTime())
  expect(times.every((at) => at % HOUR_MS === 0 && at <= nowMs())).toBe(true)
  expect(times[3]! % (24 * HOUR_MS)).toBe(0)
})

test('the read adds up, class by class, and the positions say the same', async () => {
  const { body } = await read()
  const { crypto, commodity, forex } = body.by_asset_class
  expect(crypto?.payments.map(({ symbol }) => symbol)).toEqual(['BTC-USD', 'BTC-USD', 'BTC-USD'])
  expect(commodity?.payments.map(({ venue }) => venue)).toEqual(['OSTIUM'])
  expect(forex).toEqual({ paid: '0', received: '0', net: '0', payments: [] })
  for (const part of [crypto!, commodity!]) {
    expect(part.net).toBe(sumOf(part.payments))
    expect(part.net).toBe(new Decimal(part.received).minus(part.paid).toFixed())
  }
  expect(body.totals.net).toBe(new Decimal(crypto!.net).plus(commodity!.net).toFixed())
  const positions = await replicas[1]!.api
    .with(trader.key.headers)
    .get<{ symbol: string; funding: string }[]>(`/v1/account/${trader.accountId}/positions?decimals=string`)
  expect(Object.fromEntries(positions.body.map(({ symbol, funding }) => [symbol, funding]))).toEqual({
    'BTC-USD': crypto!.net,
    'XAU-USD': commodity!.net,
  })
})

test('a limit cuts the payments and not the totals; the window cuts both', async () => {
  const whole = await read()
  const cut = await read('&limit=1')
  expect(cut.body.totals).toEqual(whole.body.totals)
  const one = Object.values(cut.body.by_asset_class).flatMap((each) => each.payments)
  expect(one).toHaveLength(1)
  expect(cut.headers['x-has-more']).toBe('true')
  const before = await read('&to=2026-01-01')
  expect(before.body.totals).toEqual({ paid: '0', received: '0', net: '0' })
})
