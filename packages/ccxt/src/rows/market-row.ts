import { rowsOf, textOf, type Fields, type Row } from '../platform/row.js'

/** The currency of accounts: whatever the quote, profit and loss are in it, without a conversion. */
export const SETTLE = 'USD'

/** Tickers of every asset class, each with the class it is in. */
export function tickerRows(groups: Row): readonly Row[] {
  return Object.entries(groups).flatMap(([assetClass, rows]) =>
    rowsOf(rows).map((row) => ({ ...row, asset_class: assetClass })),
  )
}

/** Terms for orders at a venue: at the one asked for, where it lists the symbol, else at the primary one. */
function termsAt(row: Row, venue: string | undefined): Row {
  const own = rowsOf(row['venue_terms']).filter((terms) => textOf(terms, 'venue') === venue)
  return own[0] ?? row
}

/** A market of ccxt, of a row of `GET /v1/tickers`, its decimals as text. */
export function marketFields(row: Row, venue: string | undefined): Fields {
  const terms = termsAt(row, venue)
  const base = textOf(row, 'base') ?? ''
  const quote = textOf(row, 'quote') ?? ''
  const isQuanto = quote !== SETTLE
  return {
    id: textOf(row, 'symbol'),
    symbol: `${base}/${quote}:${SETTLE}`,
    ...{ base, quote, settle: SETTLE, baseId: base, quoteId: quote, settleId: SETTLE },
    ...{ type: 'swap', spot: false, margin: false, swap: true, future: false, option: false, contract: true },
    ...{ linear: !isQuanto, inverse: false, quanto: isQuanto, contractSize: '1' },
    active: textOf(row, 'status') !== 'PAUSED',
    taker: textOf(terms, 'taker_fee_rate'),
    maker: textOf(terms, 'maker_fee_rate'),
    percentage: true,
    tierBased: false,
    precision: { amount: textOf(row, 'lot_size'), price: textOf(row, 'tick_size') },
    limits: {
      leverage: { min: '1', max: textOf(terms, 'max_leverage') },
      amount: { min: textOf(row, 'lot_size'), max: undefined },
      price: { min: textOf(row, 'tick_size'), max: undefined },
      cost: { min: textOf(terms, 'min_notional'), max: undefined },
    },
    marginModes: { cross: true, isolated: true },
    created: undefined,
    info: row,
  }
}
