import { rowsOf, textOf, type Row } from './row.js'

/** The currency of accounts: whatever the quote, profit and loss are in it, without a conversion. */
export const SETTLE = 'USD'

/** The symbol as ccxt writes perpetuals: `BTC/USD:USD`, `NIK/JPY:USD`. */
export const unifiedSymbol = (base: string, quote: string): string => `${base}/${quote}:${SETTLE}`

/** Tickers of every asset class, each with the class it is in. */
export const tickerRows = (groups: Row): readonly Row[] =>
  Object.entries(groups).flatMap(([assetClass, rows]) =>
    rowsOf(rows).map((row) => ({ ...row, asset_class: assetClass })),
  )

/** Terms for orders at a venue: at the one asked for, where it lists the symbol, else at the primary one. */
function termsAt(row: Row, venue: string | undefined): Row {
  const own = rowsOf(row['venue_terms']).find((terms) => textOf(terms, 'venue') === venue)
  return own ?? row
}

type ToNumber = (value: string | undefined) => number | undefined

/** A market of ccxt, of a row of `GET /v1/tickers`. Numbers are made by ccxt's own `parseNumber`. */
export function marketFields(row: Row, venue: string | undefined, toNumber: ToNumber): Record<string, unknown> {
  const terms = termsAt(row, venue)
  const number = (of: Row, field: string): number | undefined => toNumber(textOf(of, field))
  const [id = '', base = '', quote = ''] = ['symbol', 'base', 'quote'].map((field) => textOf(row, field))
  const isQuanto = quote !== SETTLE
  return {
    id,
    symbol: unifiedSymbol(base, quote),
    ...{ base, quote, settle: SETTLE, baseId: base, quoteId: quote, settleId: SETTLE },
    ...{ type: 'swap', spot: false, margin: false, swap: true, future: false, option: false, contract: true },
    ...{ linear: !isQuanto, inverse: false, quanto: isQuanto, contractSize: toNumber('1') },
    active: textOf(row, 'status') !== 'PAUSED',
    taker: number(terms, 'taker_fee_rate'),
    maker: number(terms, 'maker_fee_rate'),
    percentage: true,
    tierBased: false,
    precision: { amount: number(row, 'lot_size'), price: number(row, 'tick_size') },
    limits: {
      leverage: { min: toNumber('1'), max: number(terms, 'max_leverage') },
      amount: { min: number(row, 'lot_size'), max: undefined },
      price: { min: number(row, 'tick_size'), max: undefined },
      cost: { min: number(terms, 'min_notional'), max: undefined },
    },
    marginModes: { cross: true, isolated: true },
    created: undefined,
    info: row,
  }
}
