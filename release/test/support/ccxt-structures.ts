/**
 * The unified structures of ccxt as its manual describes them: which fields there are, of which type, and which may be
 * undefined. `null` is nothing that ccxt knows: what is not there is undefined.
 */
type Check = (value: unknown) => boolean

const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isFlag: Check = (value) => typeof value === 'boolean'
const isMs: Check = (value) => Number.isSafeInteger(value) && (value as number) > 1_500_000_000_000
const isDatetime: Check = (value) => isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value as string)
const isInfo: Check = (value) => typeof value === 'object' && value !== null
const isSymbol: Check = (value) => isText(value) && /^[A-Z0-9]+\/[A-Z]+:USD$/.test(value as string)
const isSide: Check = (value) => value === 'buy' || value === 'sell'
const isUndefined: Check = (value) => value === undefined
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

type Shape = Readonly<Record<string, Check>>

const isShape =
  (shape: Shape): Check =>
  (value) =>
    problems(value, shape).length === 0

function problems(value: unknown, shape: Shape): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['is no object']
  const fields = value as Record<string, unknown>
  const wrong = Object.entries(shape)
    .filter(([name, check]) => !check(fields[name]))
    .map(([name]) => `${name} is ${JSON.stringify(fields[name])}`)
  const unheardOf = Object.keys(fields).filter((name) => !(name in shape))
  return [...wrong, ...unheardOf.map((name) => `${name} is no field of it`)]
}

const moment = { timestamp: isMs, datetime: isDatetime }
const fee = isShape({ cost: isNumber, currency: isText })

const minMax = isShape({ min: maybe(isNumber), max: maybe(isNumber) })
export const MARKET: Shape = {
  id: isText,
  lowercaseId: maybe(isText),
  symbol: isSymbol,
  ...{ base: isText, quote: isText, settle: oneOf('USD'), baseId: isText, quoteId: isText, settleId: oneOf('USD') },
  ...{ type: oneOf('swap'), spot: oneOf(false), margin: oneOf(false), swap: oneOf(true), future: oneOf(false) },
  ...{ option: oneOf(false), contract: oneOf(true), index: maybe(isFlag), active: isFlag },
  ...{ linear: isFlag, inverse: oneOf(false), quanto: isFlag, subType: oneOf('linear', undefined) },
  ...{ taker: isNumber, maker: isNumber, percentage: oneOf(true), tierBased: oneOf(false), feeSide: maybe(isText) },
  contractSize: oneOf(1),
  ...{ expiry: isUndefined, expiryDatetime: isUndefined, strike: isUndefined, optionType: isUndefined },
  precision: isShape({
    ...{ amount: isNumber, price: isNumber },
    ...{ cost: isUndefined, base: isUndefined, quote: isUndefined },
  }),
  limits: isShape({ leverage: minMax, amount: minMax, price: minMax, cost: minMax }),
  marginModes: isShape({ cross: isFlag, isolated: isFlag }),
  created: isUndefined,
  info: isInfo,
}

export const TICKER: Shape = {
  symbol: isSymbol,
  ...moment,
  ...{ bid: isNumber, ask: isNumber, last: isNumber, close: isNumber, markPrice: isNumber, indexPrice: isNumber },
  ...{ open: maybe(isNumber), change: maybe(isNumber), percentage: maybe(isNumber), average: maybe(isNumber) },
  ...{ high: isUndefined, low: isUndefined, vwap: isUndefined, previousClose: isUndefined },
  ...{ bidVolume: isUndefined, askVolume: isUndefined, baseVolume: isUndefined, quoteVolume: isUndefined },
  info: isInfo,
}

const level = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isNumber)
export const ORDER_BOOK: Shape = {
  symbol: isSymbol,
  ...moment,
  nonce: (value) => Number.isSafeInteger(value),
  bids: listOf(level),
  asks: listOf(level),
  info: isInfo,
}

const tape = {
  id: isText,
  symbol: isSymbol,
  ...moment,
  side: isSide,
  ...{ price: isNumber, amount: isNumber, cost: isNumber },
  type: isUndefined,
  info: isInfo,
}
const noFee = isShape({ cost: isUndefined, currency: isUndefined })
export const PUBLIC_TRADE: Shape = {
  ...tape,
  order: isUndefined,
  takerOrMaker: isUndefined,
  fee: noFee,
  fees: (value) => Array.isArray(value) && value.length === 0,
}
export const MY_TRADE: Shape = {
  ...tape,
  order: isText,
  takerOrMaker: oneOf('taker', 'maker'),
  fee,
  fees: listOf(fee),
}

export const ORDER: Shape = {
  id: isText,
  clientOrderId: maybe(isText),
  symbol: isSymbol,
  ...moment,
  lastTradeTimestamp: maybe(isMs),
  lastUpdateTimestamp: isMs,
  type: oneOf('limit', 'market'),
  timeInForce: oneOf('GTC', 'GTD', 'IOC', 'FOK', 'PO'),
  ...{ postOnly: isFlag, reduceOnly: isFlag },
  side: isSide,
  ...{ price: maybe(isNumber), average: maybe(isNumber), cost: isNumber },
  ...{ amount: isNumber, filled: isNumber, remaining: isNumber },
  ...{ triggerPrice: maybe(isNumber), stopPrice: maybe(isNumber) },
  ...{ trailingAmount: maybe(isNumber), trailingPercent: maybe(isNumber), trailingTriggerPrice: maybe(isNumber) },
  ...{ stopLossPrice: maybe(isNumber), takeProfitPrice: maybe(isNumber) },
  status: oneOf('open', 'closed', 'canceled', 'expired', 'rejected'),
  fee,
  fees: listOf(fee),
  trades: listOf(isShape(MY_TRADE)),
  info: isInfo,
}

export const POSITION: Shape = {
  id: isText,
  symbol: isSymbol,
  ...moment,
  side: oneOf('long', 'short'),
  ...{ contracts: isNumber, contractSize: oneOf(1) },
  ...{ entryPrice: isNumber, markPrice: isNumber, notional: isNumber, leverage: isNumber, collateral: isNumber },
  ...{ initialMargin: isNumber, initialMarginPercentage: isNumber, unrealizedPnl: isNumber, realizedPnl: isNumber },
  ...{ percentage: isNumber, liquidationPrice: maybe(isNumber), marginMode: oneOf('cross', 'isolated') },
  ...{ stopLossPrice: maybe(isNumber), takeProfitPrice: maybe(isNumber), hedged: oneOf(false) },
  ...{ maintenanceMargin: isUndefined, maintenanceMarginPercentage: isUndefined, marginRatio: isUndefined },
  ...{ lastPrice: maybe(isNumber), lastUpdateTimestamp: maybe(isNumber) },
  info: isInfo,
}

/** Closed: what it was worth is no more. */
export const CLOSED_POSITION: Shape = {
  ...POSITION,
  ...{ markPrice: isUndefined, notional: isUndefined, collateral: isUndefined, percentage: isUndefined },
  ...{ initialMargin: isUndefined, unrealizedPnl: isUndefined, liquidationPrice: isUndefined },
}

const amounts = isShape({ free: isNumber, used: isNumber, total: isNumber })
const ofUsd = isShape({ USD: isNumber })
export const BALANCES: Shape = {
  USD: amounts,
  ...{ free: ofUsd, used: ofUsd, total: ofUsd },
  ...{ timestamp: isUndefined, datetime: isUndefined },
  info: isInfo,
}

export const LEVERAGE: Shape = {
  symbol: isSymbol,
  marginMode: oneOf('cross', 'isolated'),
  ...{ longLeverage: isNumber, shortLeverage: isNumber },
  info: isInfo,
}

export const FUNDING: Shape = {
  id: isText,
  symbol: isSymbol,
  code: oneOf('USD'),
  ...moment,
  amount: isNumber,
  info: isInfo,
}

export const ACCOUNT: Shape = { id: isText, type: oneOf('swap'), code: oneOf('USD'), info: isInfo }

/** Fails with every field that is not as ccxt has it; a time has to be the same in both forms. */
export function expectStructure(value: unknown, shape: Shape): void {
  expect(problems(value, shape)).toEqual([])
  const { timestamp, datetime } = value as { timestamp?: number; datetime?: string }
  if (timestamp !== undefined) expect(new Date(timestamp).toISOString()).toBe(datetime)
}

/** Fails for an empty list too: nothing would have been looked at. */
export function expectStructures(values: readonly unknown[], shape: Shape): void {
  expect(values).not.toHaveLength(0)
  for (const value of values) expectStructure(value, shape)
}

export function expectCandles(values: readonly unknown[]): void {
  expect(values).not.toHaveLength(0)
  for (const candle of values) {
    expect(candle).toHaveLength(6)
    const [at, open, high, low, close, volume] = candle as number[]
    expect([at].every(isMs) && [open, high, low, close, volume].every(isNumber)).toBe(true)
    expect(high).toBeGreaterThanOrEqual(Math.max(open ?? NaN, close ?? NaN, low ?? NaN))
  }
}

/** Oldest first. */
export const isAscending = (values: readonly { readonly timestamp?: number | undefined }[]): boolean =>
  values.every(({ timestamp }, index) => index === 0 || (values[index - 1]?.timestamp ?? 0) <= (timestamp ?? 0))
