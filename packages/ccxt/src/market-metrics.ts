import {
  type Currencies,
  type FundingRate,
  type FundingRateHistory,
  type FundingRates,
  type LastPrices,
  type LeverageTier,
  type LeverageTiers,
  type OpenInterest,
  type OpenInterests,
  type Ticker,
  type Tickers,
  type TradingFeeInterface,
  type TradingFees,
} from 'ccxt'
import { MarketData } from './market-data.js'
import { rowOf, rowsOf, textOf, type Fields, type Row } from './platform/row.js'
import { timesOf } from './platform/times.js'
import { SETTLE } from './rows/market-row.js'
import { DEFAULT_LIMIT, PAGE } from './transport.js'

const DAY_MS = 86_400_000

/** The facts of markets beside their prices: fees, leverage, funding rates, open interest, status. */
export class MarketMetrics extends MarketData {
  /** The one currency of accounts. */
  override async fetchCurrencies(_params: Row = {}): Promise<Currencies> {
    const limits = { amount: { min: undefined, max: undefined }, withdraw: { min: undefined, max: undefined } }
    const currency = this.safeCurrencyStructure({
      ...{ info: {}, id: SETTLE, code: SETTLE, name: 'US dollar', type: 'fiat', active: true, precision: undefined },
      ...{ deposit: false, withdraw: false, fee: undefined, networks: {}, limits },
    })
    return { [SETTLE]: currency }
  }

  /** `ok` while every venue is up; else `maintenance`. */
  override async fetchStatus(params: Row = {}) {
    const config = await this.read('config', params, 'public')
    const down = rowsOf(config['venues']).filter((venue) => textOf(venue, 'status') !== 'up')
    return {
      ...{ status: down.length === 0 ? 'ok' : 'maintenance', updated: this.milliseconds() },
      ...{ eta: undefined, url: undefined, info: config },
    }
  }

  override async fetchTradingFee(symbol: string, _params: Row = {}): Promise<TradingFeeInterface> {
    await this.loadMarkets()
    return this.tradingFeeOf(symbol)
  }

  override async fetchTradingFees(_params: Row = {}): Promise<TradingFees> {
    await this.loadMarkets()
    const fees: Fields = {}
    for (const symbol of this.symbols) {
      fees[symbol] = this.tradingFeeOf(symbol)
    }
    return fees as TradingFees
  }

  private tradingFeeOf(symbol: string): TradingFeeInterface {
    const market = this.market(symbol)
    const { maker, taker, info } = market
    return { info, symbol: market.symbol, maker, taker, percentage: true, tierBased: false }
  }

  override async fetchLeverageTiers(symbols?: string[], _params: Row = {}): Promise<LeverageTiers> {
    await this.loadMarkets()
    const tiers: Fields = {}
    for (const symbol of this.marketSymbols(symbols) ?? this.symbols) {
      tiers[symbol] = this.tiersOf(symbol)
    }
    return tiers as LeverageTiers
  }

  override async fetchMarketLeverageTiers(symbol: string, _params: Row = {}): Promise<LeverageTier[]> {
    await this.loadMarkets()
    return this.tiersOf(symbol)
  }

  /** One tier for every size; the plan of an account may allow less leverage. */
  private tiersOf(symbol: string): LeverageTier[] {
    const market = this.market(symbol)
    const info = rowOf({ ...market }, 'info')
    return [
      {
        ...{
          tier: 1,
          symbol: market.symbol,
          currency: SETTLE,
          minNotional: this.toNumber('0'),
          maxNotional: undefined,
        },
        maintenanceMarginRate: this.toNumber(textOf(info, 'maintenance_margin_rate')),
        maxLeverage: this.toNumber(textOf(info, 'max_leverage')),
        info: info ?? {},
      },
    ]
  }

  override async fetchFundingRate(symbol: string, params: Row = {}): Promise<FundingRate> {
    await this.loadMarkets()
    return this.fundingRateOf(await this.metricsOf(symbol, params))
  }

  /** One request for each symbol; of all of them without any. */
  override async fetchFundingRates(symbols?: string[], params: Row = {}): Promise<FundingRates> {
    await this.loadMarkets()
    const rates: Fields = {}
    for (const symbol of this.marketSymbols(symbols) ?? this.symbols) {
      rates[symbol] = this.fundingRateOf(await this.metricsOf(symbol, params))
    }
    return rates as FundingRates
  }

  /** Rates of the funding times that have passed, of longs; `info` has those of shorts and where they come from. */
  override async fetchFundingRateHistory(
    symbol: string,
    since?: number,
    limit?: number,
    params: Row = {},
  ): Promise<FundingRateHistory[]> {
    await this.loadMarkets()
    const market = this.market(symbol)
    const page = since === undefined ? Math.min(limit ?? DEFAULT_LIMIT, PAGE) : PAGE
    const rows = await this.pages('funding-rates', this.listing(market, this.omit(params, ['until'])), {
      ...{ access: 'public', page, since, until: this.fundingEnd(since, limit, this.untilOf(params)), limit },
      ...{ marketId: undefined, field: undefined, values: [] },
    })
    const rates = rows.map((row) => this.fundingRateHistoryOf(row, market.symbol))
    const sorted = this.sortBy(rates, 'timestamp')
    return this.filterBySymbolSinceLimit(sorted, market.symbol, since, limit) as FundingRateHistory[]
  }

  /** No venue funds less often than once a day: the first `limit` rates lie within as many days. */
  private fundingEnd(since: number | undefined, limit: number | undefined, until: number | undefined) {
    if (since === undefined || limit === undefined) {
      return until
    }
    const end = since + limit * DAY_MS
    return until === undefined ? end : Math.min(until, end)
  }

  private fundingRateHistoryOf(row: Row, symbol: string | undefined): FundingRateHistory {
    const fundingRate = this.toNumber(textOf(row, 'long_rate'))
    return { info: row, symbol, fundingRate, ...timesOf(row, 'timestamp') }
  }

  /** The rate of longs for one funding period, above 0 where they pay; `info.funding` has those of an hour. */
  private fundingRateOf(row: Row): FundingRate {
    const next = timesOf(row, 'next_funding_at')
    return {
      info: row,
      symbol: this.safeMarket(textOf(row, 'symbol')).symbol,
      fundingRate: this.toNumber(textOf(row, 'last_funding_rate')),
      ...{ fundingTimestamp: next.timestamp, fundingDatetime: next.datetime },
    }
  }

  /** The sum of both sides, in the base asset; `info.open_interest_source` says whether the venue told it. */
  override async fetchOpenInterest(symbol: string, params: Row = {}): Promise<OpenInterest> {
    await this.loadMarkets()
    return this.openInterestOf(await this.metricsOf(symbol, params))
  }

  override async fetchOpenInterests(symbols?: string[], params: Row = {}): Promise<OpenInterests> {
    await this.loadMarkets()
    const interests: Fields = {}
    for (const symbol of this.marketSymbols(symbols) ?? this.symbols) {
      interests[symbol] = this.openInterestOf(await this.metricsOf(symbol, params))
    }
    return interests as OpenInterests
  }

  private openInterestOf(row: Row): OpenInterest {
    const market = this.safeMarket(textOf(row, 'symbol'))
    const fields = {
      ...{ symbol: market.symbol, openInterestAmount: this.toNumber(textOf(row, 'open_interest')) },
      ...{ openInterestValue: undefined, timestamp: undefined, datetime: undefined, info: row },
    }
    return this.safeOpenInterest(fields, market)
  }

  private async metricsOf(symbol: string, params: Row): Promise<Row> {
    return this.read('metrics', this.listing(this.market(symbol), params), 'public')
  }

  /** Tickers, whose `bid` and `ask` are the newest. */
  override async fetchBidsAsks(symbols?: string[], params: Row = {}): Promise<Tickers> {
    return this.fetchTickers(symbols, params)
  }

  override async fetchMarkPrices(symbols?: string[], params: Row = {}): Promise<Tickers> {
    return this.fetchTickers(symbols, params)
  }

  override async fetchMarkPrice(symbol: string, params: Row = {}): Promise<Ticker> {
    return this.fetchTicker(symbol, params)
  }

  override async fetchLastPrices(symbols?: string[], params: Row = {}): Promise<LastPrices> {
    await this.loadMarkets()
    const prices: Fields = {}
    for (const row of await this.priceRows(this.marketSymbols(symbols), params)) {
      const market = this.safeMarket(textOf(row, 'symbol'))
      prices[market.symbol] = {
        ...{ symbol: market.symbol, ...timesOf(row, 'timestamp') },
        ...{ price: this.toNumber(textOf(row, 'last_price')), side: undefined, info: row },
      }
    }
    return prices
  }
}
