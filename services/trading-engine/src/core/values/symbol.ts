/**
 * Spellings of a symbol. Any case, `-`, `/`, `_` or nothing between base and quote; a stablecoin quote means the dollar
 * market: `btc/usd`, `BTC-USD`, `btcusdt` are all `BTC-USD`. The result depends on the text alone, never on the
 * catalogue, so that a retried order keeps its fingerprint when instruments are listed or renamed in between.
 *
 * Without a separator the longest known quote at the end is split off. Stablecoins whose code also ends bases that
 * exist (`ARB`+`USD` reads like `AR`+`BUSD`, `APT`+`USD` like `AP`+`TUSD`) are therefore known behind a separator only.
 */
const WELL_FORMED = /^[A-Za-z0-9]{1,20}(?:[-/_]?[A-Za-z0-9]{1,20})?$/
const FIAT = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'HKD', 'MXN', 'SGD', 'CNH', 'SEK', 'NOK']
const UNMISTAKABLE_STABLECOINS = ['USDT', 'USDC', 'USDE', 'USDS', 'USDP', 'USDD', 'USD1', 'DAI', 'FDUSD']
const STABLECOINS = new Set([...UNMISTAKABLE_STABLECOINS, 'BUSD', 'TUSD', 'PYUSD', 'GUSD', 'LUSD'])
const SUFFIXES = [...FIAT, ...UNMISTAKABLE_STABLECOINS].sort((a, b) => b.length - a.length)

export interface SymbolParts {
  readonly base: string
  readonly quote: string
}

/** Base and quote of a spelling in capitals, a stablecoin quote as USD; null when it names no quote or is malformed. */
export function splitSymbol(spelling: string): SymbolParts | null {
  if (!WELL_FORMED.test(spelling)) return null
  const text = spelling.toUpperCase()
  const [base = '', quote] = text.split(/[-/_]/)
  if (quote !== undefined) return { base, quote: dollarsFor(quote) }
  const suffix = SUFFIXES.find((known) => text.endsWith(known) && text.length > known.length)
  return suffix === undefined ? null : { base: text.slice(0, -suffix.length), quote: dollarsFor(suffix) }
}

/** `BASE-QUOTE` for every spelling of a symbol; any other text comes back unchanged and matches no instrument. */
export function normaliseSymbol(spelling: string): string {
  const parts = splitSymbol(spelling)
  return parts === null ? spelling : `${parts.base}-${parts.quote}`
}

const dollarsFor = (quote: string): string => (STABLECOINS.has(quote) ? 'USD' : quote)
