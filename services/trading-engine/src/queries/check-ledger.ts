/** The check of the books: the rows of accounts among themselves, and charges for time against what was published. */
import { createTurns } from '@ats/service-kit/async'
import type { Pool } from 'pg'
import type { CheckedLedger, Difference } from '../core/read/ledger-check.js'
import { chargeDifferences, type Charge } from '../core/read/recompute-charge.js'
import { periodStart } from '../core/margin/carry.js'
import { listingKey } from '../core/model/market/listing.js'
import { rate, type Price } from '../core/values/decimal.js'
import { tickAt, TICK_MICROS } from '../core/values/tick.js'
import { createCarry } from '../market/feeds/published/rates/published-carry.js'
import { decodeRates, type ListingRates } from '../market/feeds/published/rates/rate-entries.js'
import { createStoredTicks, type StoredTicks } from '../market/feeds/published/stored-ticks.js'
import { startMs } from '../market/feeds/published/tick-block.js'
import type { Catalogue } from '../market/catalogue.js'
import { listedInstruments, type ListedInstrument } from '../market/listed-instrument.js'
import { carryAt, ESTIMATE, fundingAt, type RateSource } from '../market/venue-rates.js'
import { listCharges } from '../store/operator/charges.js'
import { checkLedgerPage, type LedgerPage } from '../store/operator/ledger-check.js'
import {
  findFirstRates,
  findStoredSnapshot,
  listPublishedListings,
  listRates,
  listStoredTicks,
} from '../store/read/published-ticks.js'

export interface CheckLedgerOptions {
  readonly pool: Pool
  readonly catalogue: Pick<Catalogue, 'all'>
}

const CHARGES_AT_A_TIME = 100
/** Accounts of a page were charged at the same hours. */
const HOURS_KEPT = 256
const takeTurn = createTurns()

/** A page of accounts, all as of one moment. */
export async function checkLedger({ pool, catalogue }: CheckLedgerOptions, page: LedgerPage): Promise<CheckedLedger> {
  const { accountIds, ...checked } = await checkLedgerPage(pool, page)
  const first = await findFirstRates(pool)
  if (first === null) return checked
  const published = await openPublished(pool, listedInstruments(catalogue.all))
  const differences = [...checked.differences]
  for (const accountId of accountIds) {
    const charges = await listCharges(pool, accountId, first * TICK_MICROS)
    for (const [index, charge] of charges.entries()) {
      if (index % CHARGES_AT_A_TIME === 0) await takeTurn()
      differences.push(...(await published.compare(charge)))
    }
  }
  return { ...checked, differences }
}

interface Published {
  compare(charge: Charge): Promise<readonly Difference[]>
}

async function openPublished(pool: Pool, listed: readonly ListedInstrument[]): Promise<Published> {
  const stored = createStoredTicks({
    list: (after, limit) => listStoredTicks(pool, after, limit),
    findSnapshot: (tick) => findStoredSnapshot(pool, tick),
    listListings: () => listPublishedListings(pool),
  })
  const numbers = new Map((await listPublishedListings(pool)).map((one) => [listingKey(one), one.id]))
  const hours = new Map<number, ReadonlyMap<number, ListingRates>>()

  async function ratesAt(hour: number): Promise<ReadonlyMap<number, ListingRates>> {
    const known = hours.get(hour)
    if (known !== undefined) return known
    const [row] = await listRates(pool, hour, 1)
    const entries = row?.hour === hour ? decodeRates(row.block, startMs(hour)) : []
    const read = new Map(entries.map(({ listing, ...rates }) => [listing, rates]))
    if (hours.size >= HOURS_KEPT) hours.delete(hours.keys().next().value ?? hour)
    hours.set(hour, read)
    return read
  }

  return {
    async compare(charge) {
      const one = listed.find(({ venue, symbol }) => venue === charge.venue && symbol === charge.symbol)
      if (one === undefined) return []
      const byListing = await ratesAt(tickAt(periodStart(charge.at, one.terms)))
      const rates = { at: (listing: number) => byListing.get(listing) }
      const carry = createCarry(one, { rates, numberOf: (listing) => numbers.get(listingKey(listing)) })
      const source: RateSource = { listed: one, feed: { carry: (_, tick) => carry(tick) }, figures: UNTOLD }
      const found = charge.house === 'funding' ? fundingAt(source, charge.at) : carryAt(source, charge.at)
      return chargeDifferences(
        charge,
        found.source === ESTIMATE ? undefined : found.rates,
        await marksOf(stored, charge),
      )
    },
  }
}

/** Estimates are not compared: what they were made of may have changed since. */
const NONE = rate(0n)
const UNTOLD: RateSource['figures'] = { fundingRate: () => NONE, carryRates: () => ({ long: NONE, short: NONE }) }

/** A process that did not know the tick of the funding time yet went by the one before. */
async function marksOf(stored: StoredTicks, charge: Charge): Promise<readonly Price[]> {
  if (charge.house !== 'funding') return []
  const tick = tickAt(charge.at)
  const quotes = [(await stored.at(tick))(charge), (await stored.at(tick - 1))(charge)]
  return quotes.flatMap((quote) => (quote === undefined ? [] : [quote.mark]))
}
