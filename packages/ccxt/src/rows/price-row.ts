import { textOf, type Fields, type Row } from '../platform/row.js'
import { timesOf } from '../platform/times.js'

/** Fields of a ticker of a row of `GET /v1/prices`; those of the last 24 hours that it lacks are not known. */
export function tickerFields(row: Row, symbol: string | undefined): Fields {
  return {
    symbol,
    ...timesOf(row, 'timestamp'),
    bid: textOf(row, 'bid'),
    ask: textOf(row, 'ask'),
    last: textOf(row, 'last_price'),
    close: textOf(row, 'last_price'),
    change: textOf(row, 'change_24h'),
    percentage: textOf(row, 'change_24h_pct'),
    markPrice: textOf(row, 'mark_price'),
    indexPrice: textOf(row, 'index_price'),
    info: row,
  }
}

/** Fields of a trade of the public tape; `side` is the taker's. */
export function publicTradeFields(row: Row, symbol: string | undefined): Fields {
  return {
    id: textOf(row, 'id'),
    symbol,
    ...timesOf(row, 'timestamp'),
    side: (textOf(row, 'side') ?? '').toLowerCase(),
    price: textOf(row, 'price'),
    amount: textOf(row, 'quantity'),
    ...{ order: undefined, type: undefined, takerOrMaker: undefined, cost: undefined, fee: undefined },
    info: row,
  }
}
