import type { DemoMarket } from './demo-market.js'
import type { Demo } from './demo-user.js'

export interface CurlLine {
  readonly title: string
  readonly line: string
}

interface CurlInput {
  readonly engineUrl: string
  readonly demo: Demo
  readonly market: DemoMarket
}

// Far enough below the market to rest there, whatever the market does in the meantime.
const RESTING_SHARE = 0.5

/**
 * A first tour of the API. Every line is complete: no variables, single quotes only, so it works in any shell and
 * repeatedly.
 */
export function curlLines({ engineUrl, demo, market }: CurlInput): readonly CurlLine[] {
  const { symbol, quantity, lastPrice } = market
  const credentials = `-H 'X-API-Key: ${demo.key}' -H 'X-API-Secret: ${demo.secret}'`
  const account = `${engineUrl}/v1/account/${demo.accountId}`
  const get = (url: string) => `curl -sw '\\n' '${url}' ${credentials}`
  const post = (url: string, body: object) =>
    `curl -sw '\\n' '${url}' ${credentials} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  const order = { account_id: demo.accountId, symbol, side: 'BUY', quantity }
  return [
    { title: 'The price', line: `curl -sw '\\n' '${engineUrl}/v1/price?symbol=${symbol}'` },
    { title: 'A market order', line: post(`${engineUrl}/v1/order`, { ...order, kind: 'MARKET' }) },
    {
      title: 'A limit order far below the market',
      line: post(`${engineUrl}/v1/order`, { ...order, kind: 'LIMIT', price: roundly(lastPrice * RESTING_SHARE) }),
    },
    { title: 'The working orders', line: get(`${account}/orders`) },
    {
      title: `Cancel them (one alone: POST ${account}/orders/<its id>/cancel)`,
      line: post(`${account}/orders/cancel-all`, { symbol }),
    },
    { title: 'The open positions', line: get(`${account}/positions`) },
    { title: 'Close the position', line: post(`${account}/close-position`, { symbol }) },
    { title: 'The account in figures', line: get(`${account}/summary`) },
  ]
}

/** A whole price where there is room for one. */
const roundly = (price: number): number => (price > 100 ? Math.round(price) : Number(price.toPrecision(2)))
