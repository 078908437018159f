/** Past equity from the rows of random lives in a real PostgreSQL, against what the core said at each moment. */
import { listingKey, type Listing } from '../../src/core/model/market/listing.js'
import { listedInstruments } from '../../src/market/listed-instrument.js'
import { TEST_CATALOGUE } from '../support/market/instruments.js'
import { createTurns, type TakeTurn } from '@ats/service-kit/async'
import { createTestDatabase, createTestPool, runs, type TestDatabase } from '@ats/test-kit'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { decimal, formatDecimal, type Usd } from '../../src/core/values/decimal.js'
import type { Fill } from '../../src/core/model/order/fill.js'
import { signedAmount, type Transfer } from '../../src/core/model/account/ledger.js'
import type { MarketView, Quote } from '../../src/core/model/market/market-view.js'
import { valueMoments } from '../../src/queries/read-equity-curve.js'
import { beginLife, type Life } from '../support/random-accounts/account-life.js'
import { steps, type Step } from '../support/random-accounts/account-steps.js'
import { market } from '../support/commands.js'
import { aPlan } from '../support/plans/plans.js'
import { readable } from '../support/engine/readable.js'
import { storeTrader } from '../support/store-trader.js'
import type { Micros } from '../../src/core/values/time.js'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase('trading-engine')
  pool = createTestPool(database.url, { timestampsAsText: true })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Figures that the core computed at a moment, and the quotes it used. */
interface Seen {
  readonly at: Micros
  readonly balance: Usd
  readonly equity: Usd
  readonly quotes: ReadonlyMap<string, Quote | undefined>
}

function see({ trader }: Life): Seen {
  const { market } = trader.script.context()
  return {
    at: Math.max(trader.script.now, trader.account.clock),
    balance: trader.account.balance,
    equity: trader.figures().equity,
    quotes: new Map(listedInstruments(TEST_CATALOGUE.all).map((listed) => [listingKey(listed), market.quote(listed)])),
  }
}

/** The market as it was at the moments that were seen. */
const marketOf = (seen: ReadonlyMap<Micros, Seen>) => ({
  quote: (listing: Listing, at: Micros): Quote | undefined => seen.get(at)?.quotes.get(listingKey(listing)),
})

const aLife = fc.array(steps, { minLength: 20, maxLength: 80, size: 'max' })
const begin = (): Life => beginLife(aPlan({ symbolNotionalMax: '100000000', totalNotionalMax: '100000000' }))

/** Lives the steps and returns what was seen after each, where nothing of a later step has the same time. */
function watch(life: Life, itsSteps: readonly Step[]): readonly Seen[] {
  const { fills, transfers } = life.trader
  let all = [see(life)]
  for (const step of itsSteps) {
    const [known, booked] = [fills.length, transfers.length]
    life.live(step)
    const stamps = [...fills.slice(known), ...transfers.slice(booked)].map(({ at }) => at)
    const seen = see(life)
    all = [...all.filter(({ at }) => at < Math.min(...stamps, seen.at)), seen]
  }
  return all
}

test('is what the core said then, to the last digit, at any choice of moments', async () => {
  let [shorts, partlyClosed, unnoticed] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(aLife, fc.infiniteStream(fc.boolean()), async (itsSteps, picks) => {
      const life = begin()
      const all = watch(life, itsSteps)
      const accountId = await storeTrader(pool, life.trader)
      const marks = marketOf(new Map(all.map((seen) => [seen.at, seen])))
      const chosen = all.filter(() => picks.next().value)
      for (const seen of [all, chosen]) {
        const moments = seen.map(({ at }) => at)
        expect(readable(await valueMoments(pool, marks, accountId, moments))).toEqual(
          readable(seen.map(({ at, balance, equity }) => ({ at, balance, equity }))),
        )
      }
      for (const { direction, quantity, openedQuantity, openedAt, closedAt } of life.trader.positions.values()) {
        if (direction === 'SHORT') shorts++
        if (quantity > 0n && quantity < openedQuantity) partlyClosed++
        if (!chosen.some(({ at }) => openedAt <= at && (closedAt === null || closedAt > at))) unnoticed++
      }
    }),
    { numRuns: runs(480, 20) },
  )
  expect(Math.min(shorts, partlyClosed, unnoticed)).toBeGreaterThan(0)
})

test('a moment in the midst of a decision sees each fill whole or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(aLife, fc.infiniteStream(fc.nat(5)), async (itsSteps, picks) => {
      const life = begin()
      for (const step of itsSteps) life.live(step)
      const accountId = await storeTrader(pool, life.trader)
      const { fills, transfers, account, script } = life.trader
      const marks = script.context().market
      const stamps = [...fills, ...transfers].flatMap(({ at }) => [at - 1, at, at + 1])
      const all = [...new Set(stamps)].filter((at) => at >= account.createdAt).sort((a, b) => a - b)
      for (const moments of [all, all.filter(() => picks.next().value === 0)]) {
        const expected = moments.map((at) => {
          const booked = fills.filter((fill) => fill.at <= at)
          const before = INITIAL + givenBy(life.trader.transfers.filter((transfer) => transfer.at <= at))
          const balance = booked.reduce((sum, { realizedPnl, fee }) => sum + realizedPnl - fee, before)
          const equity = booked.reduce((sum, fill) => sum - fill.fee + worthOf(fill, marks), before)
          return { at, balance, equity }
        })
        const points = await valueMoments(pool, marks, accountId, moments)
        expect(readable(points)).toEqual(readable(expected))
      }
    }),
    { numRuns: runs(240, 20) },
  )
})

const INITIAL: bigint = decimal('100000')

/** Funding, and what the operator moved after the opening. */
const givenBy = (transfers: readonly Transfer[]): bigint =>
  transfers
    .filter(({ house }, index) => house === 'funding' || (house === 'capital' && index > 0))
    .reduce((sum, transfer) => sum + signedAmount(transfer), 0n)

/** Worth of a fill at the marks, computed without positions: signed quantity × (mark − price). */
function worthOf(fill: Fill, market: MarketView): bigint {
  const { side, quantity, price } = fill
  const gain = (quantity * ((market.quote(fill)?.mark ?? 0n) - price)) / 10n ** 18n
  return side === 'BUY' ? gain : -gain
}

test('is not known where a mark is not, and knows the balance all the same', async () => {
  const life = begin()
  const { trader } = life
  const first = trader.account.clock
  trader.script.passTime(1_000)
  trader.placed(market('BUY', '0.5'))
  const opened = trader.account.clock
  const accountId = await storeTrader(pool, life.trader)
  const blind = { quote: () => undefined }
  expect(readable(await valueMoments(pool, blind, accountId, [first - 1, first, opened]))).toEqual([
    { at: first - 1, balance: '0', equity: '0' },
    { at: first, balance: '100000', equity: '100000' },
    { at: opened, balance: formatDecimal(trader.account.balance), equity: null },
  ])
})

describe('a long curve', () => {
  const MOMENTS = 1_000
  /** One position, held at all of the moments. */
  async function long() {
    const { trader } = begin()
    trader.script.passTime(1_000)
    trader.placed(market('BUY', '0.5'))
    const from = trader.account.clock
    const accountId = await storeTrader(pool, trader)
    const marks = trader.script.context().market
    const seen = { requested: 0, turns: [] as number[] }
    const then = {
      quote: (listing: Listing): Quote | undefined => {
        seen.requested++
        return marks.quote(listing)
      },
    }
    const moments = Array.from({ length: MOMENTS }, (_, index) => from + index)
    return { seen, value: (takeTurn: TakeTurn) => valueMoments(pool, then, accountId, moments, takeTurn) }
  }

  // Each moment costs the price and itself.
  test('waits for its turn before each hundred prices and moments that it looks up', async () => {
    const { seen, value } = await long()
    const points = await value(() => Promise.resolve(void seen.turns.push(seen.requested)))
    expect([points.length, seen.requested]).toEqual([MOMENTS, MOMENTS])
    const slices = [...seen.turns.slice(1), seen.requested].map(
      (requested, index) => requested - (seen.turns[index] ?? 0),
    )
    expect(seen.turns[0]).toBe(0)
    expect(Math.max(...slices)).toBe(50)
  })

  test('is not worked out further when nobody waits for it', async () => {
    const { seen, value } = await long()
    const takeTurn = createTurns()
    const visitor = { owner: 'somebody', isGone: () => seen.requested > 0 }
    await expect(value(() => takeTurn(visitor))).rejects.toMatchObject({ name: 'RequestAborted' })
    expect(seen.requested).toBeLessThanOrEqual(100)
  })
})
