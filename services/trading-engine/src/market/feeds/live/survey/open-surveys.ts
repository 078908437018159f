/** Builds the surveys of both venues: GMX's markets, Ostium's pairs and their hours. */
import type { Logger } from '@ats/service-kit/process'
import type { Instrument } from '../../../../core/model/market/instrument.js'
import { listingKey, type Listing } from '../../../../core/model/market/listing.js'
import type { Micros } from '../../../../core/values/time.js'
import { readGmxMarkets, type VenueMarketState } from '../gmx/gmx-markets.js'
import { listGmx } from '../gmx/gmx-prices.js'
import { listOstium, pairNames } from '../ostium/ostium-pairs.js'
import { readPairNames } from '../ostium/ostium-prices.js'
import { askOstiumRates, readOstiumRates } from '../ostium/ostium-rates.js'
import { fetchOstiumSchedule, type VenueSchedule } from '../ostium/ostium-schedule.js'
import { VenueError, type VenueHttp } from '../venue-http.js'
import type { VenueRates } from '../../published/rates/compose-rates.js'
import { createInstrumentWatch, type InstrumentReport } from './instrument-watch.js'
import { createSurvey, type Survey } from './venue-survey.js'

export interface SurveyState {
  /** Open interest, rates and pauses; undefined before the first, and where the venue does not report it. */
  market(listing: Listing): KeptMarketState | undefined
  /** The latest rates of every listing whose venue has reported them. */
  readonly rates: () => readonly VenueRates[]
  /** The hours as the venue publishes them; undefined likewise. */
  schedule(listing: Listing): VenueSchedule | undefined
  /** The differences between what each venue lists and the catalogue. */
  readonly instruments: () => readonly InstrumentReport[]
}

export interface KeptMarketState extends VenueMarketState {
  /** By our clock. */
  readonly arrivedAt: Micros
}

export interface SurveysOptions {
  readonly gmx: VenueHttp
  readonly ostium: VenueHttp
  /** Ostium's builder API. */
  readonly ostiumBuilder: VenueHttp
  readonly instruments: readonly Instrument[]
  readonly logger: Logger
  readonly random: () => number
}

/** GMX refreshes its figures every 5 seconds; rates and interest move slower. */
const MARKETS_EVERY_MS = 15_000
const PAIRS_EVERY_MS = 300_000
/** Ostium sets its rates once a day. */
const RATES_EVERY_MS = 600_000
/** Pairs in a row whose hours cannot be had: the others are not asked for. */
const FAILURES_MAX = 3
const PROBLEMS_LOGGED = 5
/** The hours of all pairs once in so long: they change with holidays. */
const SCHEDULES_EVERY_MS = 6 * 3_600_000

export function openSurveys(options: SurveysOptions): { readonly state: SurveyState; readonly surveys: Survey[] } {
  const { gmx, ostium, ostiumBuilder, instruments, logger, random } = options
  const markets = new Map<string, KeptMarketState>()
  const schedules = new Map<string, VenueSchedule>()
  const rollovers = new Map<string, VenueRates>()
  const watch = createInstrumentWatch(logger)
  const tokens = listGmx(instruments)
  const pairs = listOstium(instruments)
  const common = { logger, random }

  async function askMarkets(): Promise<void> {
    const { body, host, arrivedAt } = await gmx.get('/markets/info')
    const read = readGmxMarkets(body, tokens)
    const whole = read.unreadable.find(({ symbol }) => symbol === null)
    if (whole !== undefined) throw new VenueError([`${host}: ${whole.detail}`], 0)
    for (const state of read.states)
      markets.set(listingKey({ venue: 'GMX', symbol: state.symbol }), { ...state, arrivedAt })
    const paused = read.states.filter(({ isPaused }) => isPaused).map(({ symbol }) => `${symbol}: paused`)
    const unreadable = read.unreadable.map(({ symbol, detail }) => `${symbol ?? ''}: ${detail}`)
    watch.compare({ venue: 'GMX', unlisted: read.unlisted, gone: read.missing, changed: [...paused, ...unreadable] })
  }

  async function askRates(): Promise<void> {
    const { body, host, arrivedAt } = await askOstiumRates(ostiumBuilder)
    const { rates, unreadable, missing } = readOstiumRates(body, pairs)
    const whole = unreadable.find(({ symbol }) => symbol === null)
    if (whole !== undefined) throw new VenueError([`${host}: ${whole.detail}`], 0)
    for (const { symbol, rollover } of rates)
      rollovers.set(symbol, { venue: 'OSTIUM', symbol, carry: rollover, funding: null, openInterest: null, arrivedAt })
    const problems = [...unreadable.map(({ symbol, detail }) => `${symbol}: ${detail}`), ...missing]
    if (problems.length > 0)
      logger.warn(
        { venue: 'OSTIUM', problems: problems.slice(0, PROBLEMS_LOGGED) },
        'the rates of some pairs are unknown',
      )
  }

  async function askPairs(): Promise<void> {
    const { body } = await ostium.get('/PricePublish/latest-prices')
    const names = readPairNames(body)
    if (names.size === 0) return // the polling of prices says so
    const known = new Set(pairs.flatMap(pairNames))
    const isGone = (pair: Instrument): boolean => !pairNames(pair).some((name) => names.has(name))
    const renamed = pairs.filter((pair) => !names.has(pair.symbol) && !isGone(pair))
    watch.compare({
      venue: 'OSTIUM',
      unlisted: [...names].filter((name) => !known.has(name)).sort(),
      gone: pairs.filter(isGone).map(({ symbol }) => symbol),
      changed: renamed.map((pair) => `${pair.symbol}: now ${pairNames(pair)[1] ?? ''}`),
    })
  }

  /** Asks for one pair after the other; what fails for one is logged, what fails for several in a row is an outage. */
  async function askSchedules(stopping: AbortSignal): Promise<void> {
    const problems: string[] = []
    let failures = 0
    for (const pair of pairs.filter(({ assetClass }) => assetClass !== 'crypto')) {
      if (stopping.aborted) return
      try {
        schedules.set(listingKey({ venue: 'OSTIUM', symbol: pair.symbol }), await fetchOstiumSchedule(ostium, pair))
        failures = 0
      } catch (error) {
        if (!(error instanceof VenueError)) throw error
        failures += 1
        problems.push(`${pair.symbol}: ${error.message}`)
        if (failures === FAILURES_MAX) throw error
      }
    }
    if (problems.length > 0) logger.warn({ venue: 'OSTIUM', problems }, 'the hours of some pairs cannot be read')
  }

  return {
    state: {
      market: (listing) => markets.get(listingKey(listing)),
      schedule: (listing) => schedules.get(listingKey(listing)),
      rates: () => [...[...markets.values()].map(gmxRates), ...rollovers.values()],
      instruments: watch.reports,
    },
    surveys: [
      createSurvey({ ...common, venue: 'GMX', subject: 'markets', ask: askMarkets, everyMs: MARKETS_EVERY_MS }),
      createSurvey({ ...common, venue: 'OSTIUM', subject: 'pairs', ask: askPairs, everyMs: PAIRS_EVERY_MS }),
      createSurvey({ ...common, venue: 'OSTIUM', subject: 'rates', ask: askRates, everyMs: RATES_EVERY_MS }),
      createSurvey({ ...common, venue: 'OSTIUM', subject: 'hours', ask: askSchedules, everyMs: SCHEDULES_EVERY_MS }),
    ],
  }
}

const gmxRates = ({ symbol, long, short, arrivedAt }: KeptMarketState): VenueRates => ({
  ...{ venue: 'GMX', symbol, arrivedAt },
  carry: { long: long.borrowingRate, short: short.borrowingRate },
  funding: { long: long.fundingRate, short: short.fundingRate },
  openInterest: { long: long.openInterest, short: short.openInterest },
})
