/** The instruments of the bots, with lots so small that thousands of orders of different sizes fit into one account. */
export interface TradedInstrument {
  readonly symbol: string
  /** Decimals of a lot: 5 is 0.00001. */
  readonly lotDecimals: number
  /** The least lots of an order, for the venue's least notional. */
  readonly lotsMin: number
}

export const INSTRUMENTS = [
  { symbol: 'EUR-USD', lotDecimals: 0, lotsMin: 10 },
  { symbol: 'BTC-USD', lotDecimals: 5, lotsMin: 10 },
  { symbol: 'ETH-USD', lotDecimals: 4, lotsMin: 20 },
  { symbol: 'SOL-USD', lotDecimals: 3, lotsMin: 50 },
] as const satisfies readonly TradedInstrument[]

/** The quantity of so many lots, written the shortest way. */
export function quantityOf({ lotDecimals }: TradedInstrument, lots: number): string {
  const digits = String(lots).padStart(lotDecimals + 1, '0')
  if (lotDecimals === 0) return digits
  const fraction = digits.slice(-lotDecimals).replace(/0+$/, '')
  const whole = digits.slice(0, -lotDecimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
