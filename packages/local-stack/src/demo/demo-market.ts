import { StartError } from '../start-error.js'
import { waitUntil } from '../processes/wait-until.js'

/** The market of the printed lines. */
export interface DemoMarket {
  readonly symbol: string
  readonly quantity: number
  readonly lastPrice: number
}

const FAVOURITE = { symbol: 'BTC-USD', quantity: 0.01 }
/** A size in multiples of the smallest, so that it is large enough at half the price, too. */
const SMALLEST_SIZES = 10
const PRICED_TIMEOUT_MS = 10_000

/** Bitcoin where it has a price, else the first symbol that has one: a recording is of some only. */
export async function findDemoMarket(engineUrl: string): Promise<DemoMarket> {
  let market: DemoMarket | undefined
  const isFound = async (): Promise<boolean> => {
    market = await findPriced(engineUrl)
    return market !== undefined
  }
  await waitUntil(isFound, { timeoutMs: PRICED_TIMEOUT_MS })
  if (market === undefined) throw new StartError('no symbol has a price')
  return market
}

async function findPriced(engineUrl: string): Promise<DemoMarket | undefined> {
  const favourite = await readLastPrice(engineUrl, FAVOURITE.symbol)
  if (favourite !== undefined) return { ...FAVOURITE, lastPrice: favourite }
  const groups = await read<Record<string, readonly { readonly symbol: string }[]>>(`${engineUrl}/v1/tickers`)
  for (const { symbol } of Object.values(groups ?? {}).flat()) {
    const lastPrice = await readLastPrice(engineUrl, symbol)
    if (lastPrice === undefined) continue
    const terms = await read<{ readonly min_quantity: number }>(`${engineUrl}/v1/ticker/metadata?ticker=${symbol}`)
    if (terms === undefined) continue
    return { symbol, quantity: Number((terms.min_quantity * SMALLEST_SIZES).toPrecision(12)), lastPrice }
  }
  return undefined
}

async function readLastPrice(engineUrl: string, symbol: string): Promise<number | undefined> {
  return (await read<{ readonly last_price: number }>(`${engineUrl}/v1/price?symbol=${symbol}`))?.last_price
}

async function read<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url)
  const body = (await response.json()) as T
  return response.ok ? body : undefined
}
