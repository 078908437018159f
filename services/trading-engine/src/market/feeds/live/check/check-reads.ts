/** Checks what the venues report in addition to prices: bars of the past, GMX's markets, Ostium's rates and hours. */
import type { Instrument } from '../../../../core/model/market/instrument.js'
import type { Micros } from '../../../../core/values/time.js'
import { candleMicros, CANDLE_INTERVALS, type CandleInterval } from '../../../candles.js'
import { readGmxMarkets, type SideState, type VenueMarketState } from '../gmx/gmx-markets.js'
import { listGmx } from '../gmx/gmx-prices.js'
import type { HistorySource } from '../history/history-source.js'
import { listOstium } from '../ostium/ostium-pairs.js'
import { askOstiumRates, readOstiumRates } from '../ostium/ostium-rates.js'
import { readOstiumSchedule } from '../ostium/ostium-schedule.js'
import type { VenueHttp } from '../venue-http.js'
import { describeAnswer, type Checked, type Findings } from './source-report.js'

/** Old enough for a bar that has just closed to be there. */
const AGE_MAX_MICROS = 300_000_000

/** Asks for every interval of one symbol: the newest minute is also a second opinion on the scale of prices. */
export const checkHistory = (name: string, host: string, source: HistorySource, now: () => Micros): Promise<Checked> =>
  describeAnswer(name, host, CANDLE_INTERVALS.length, async () => {
    const [symbol = ''] = source.symbols
    const askedAt = now()
    let answer: Findings['answer'] = { askedAt, arrivedAt: askedAt, serverTime: null }
    let prices: Findings['prices']
    const problems: string[] = []
    let found = 0
    for (const interval of CANDLE_INTERVALS) {
      const { bars, unreadable } = await source.fetch(symbol, interval)
      if (interval === '1m') answer = { ...answer, arrivedAt: now() }
      const last = bars.at(-1)
      if (last !== undefined) found += 1
      if (last !== undefined && interval === '1m') prices = new Map([[symbol, last.close]])
      problems.push(...unreadable.slice(0, 1).map(({ fault, detail }) => `${symbol} ${interval}: ${fault}: ${detail}`))
      if (isOld(last?.startsAt, interval, now())) problems.push(`${symbol} ${interval}: there is no recent bar`)
    }
    return { answer, found, problems, ...(prices && { prices }) }
  })

const isOld = (startsAt: Micros | undefined, interval: CandleInterval, now: Micros): boolean =>
  startsAt === undefined || startsAt + 2 * candleMicros(interval) + AGE_MAX_MICROS < now

export function checkMarkets(host: string, http: VenueHttp, all: readonly Instrument[]): Promise<Checked> {
  const listings = listGmx(all)
  return describeAnswer('GMX markets', host, listings.length, async () => {
    const answer = await http.get('/markets/info')
    const { states, unreadable, missing } = readGmxMarkets(answer.body, listings)
    const paused = states.filter(({ isPaused }) => isPaused).map(({ symbol }) => symbol)
    const problems = [
      ...unreadable.map(({ symbol, fault, detail }) => `${symbol ?? 'response'}: ${fault}: ${detail}`),
      ...(missing.length === 0 ? [] : [`without a market: ${missing.join(', ')}`]),
      ...(paused.length === 0 ? [] : [`paused: ${paused.join(', ')}`]),
      ...figuresThatAreZero(states),
    ]
    return { answer, found: states.length, problems }
  })
}

const FIGURES = [
  ['openInterest', 'open interest'],
  ['fundingRate', 'funding rate'],
  ['borrowingRate', 'borrowing rate'],
] as const satisfies readonly (readonly [keyof SideState, string])[]

/** A field that is there and means nothing any more is 0 in every market. */
function figuresThatAreZero(states: readonly VenueMarketState[]): readonly string[] {
  const sides = states.flatMap(({ long, short }) => [long, short])
  if (sides.length === 0) return []
  return FIGURES.filter(([field]) => sides.every((side) => side[field] === 0n)).map(
    ([, name]) => `the ${name} of every market is 0`,
  )
}

export function checkRates(host: string, http: VenueHttp, all: readonly Instrument[]): Promise<Checked> {
  const pairs = listOstium(all)
  return describeAnswer('Ostium rates', host, pairs.length, async () => {
    const answer = await askOstiumRates(http)
    const { rates, unreadable, missing } = readOstiumRates(answer.body, pairs)
    const isZero = rates.length > 0 && rates.every(({ rollover }) => rollover.long === 0n && rollover.short === 0n)
    const problems = [
      ...unreadable.map(({ symbol, fault, detail }) => `${symbol ?? 'response'}: ${fault}: ${detail}`),
      ...(missing.length === 0 ? [] : [`without rates: ${missing.join(', ')}`]),
      ...(isZero ? ['the rollover of every pair is 0'] : []),
    ]
    return { answer, found: rates.length, problems }
  })
}

/** Asks for the hours of one pair that is not always open. */
export const checkSchedule = (host: string, http: VenueHttp, all: readonly Instrument[]): Promise<Checked> =>
  describeAnswer('Ostium hours', host, 1, async () => {
    const pair = listOstium(all).find(({ tradingHours }) => !tradingHours.isAlwaysOpen)
    const answer = await http.get('/trading-hours/asset-schedule', { asset: `${pair?.base ?? ''}${pair?.quote ?? ''}` })
    const read = readOstiumSchedule(answer.body, answer.arrivedAt)
    const problem = 'fault' in read ? read : 'fault' in read.hours ? read.hours : null
    const problems = problem === null ? [] : [`${pair?.symbol ?? ''}: ${problem.fault}: ${problem.detail}`]
    return { answer, found: problem === null ? 1 : 0, problems }
  })
