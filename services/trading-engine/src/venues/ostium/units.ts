/**
 * The venue's scales against ours (18 decimals): prices and open interest are the same; USDC has 6, leverage and
 * percentages have 2. Into ours is exact; into theirs names its rounding.
 */
import {
  divideRounded,
  max,
  min,
  multiply,
  multiplyDivide,
  usd,
  rate,
  type Price,
  type Quantity,
  type Rate,
  type Rounding,
  type Usd,
} from '../../core/values/decimal.js'

const USDC_UNIT = 10n ** 12n
const HUNDREDTH = 10n ** 16n
/** 100 %, as the venue writes shares. */
export const WHOLE = 10_000n

export const fromUsdc = (units: bigint): Usd => usd(units * USDC_UNIT)
export const toUsdc = (amount: Usd, rounding: Rounding): bigint => divideRounded(amount, USDC_UNIT, rounding)

export const fromLeverage = (hundredths: bigint): Rate => rate(hundredths * HUNDREDTH)
export const toLeverage = (leverage: Rate, rounding: Rounding): bigint => divideRounded(leverage, HUNDREDTH, rounding)

/** Collateral (USDC units) and leverage (hundredths) of a size: never more than asked, nor than the money for it. */
export function sizing(order: { quantity: Quantity; price: Price; leverage: Rate; collateral: Usd }): {
  collateral: bigint
  leverage: bigint
} {
  const leverage = toLeverage(order.leverage, 'FLOOR')
  if (leverage <= 0n) return { collateral: 0n, leverage: 0n }
  const notional = multiply(order.quantity, order.price, 'FLOOR')
  const needed = multiplyDivide(notional, 100n, leverage, 'FLOOR')
  return { collateral: toUsdc(usd(min(needed, order.collateral)), 'FLOOR'), leverage }
}

/**
 * A wanted price and a slippage (hundredths of a per cent, 1 to 9999) whose bound is the worst price and never beyond
 * it: the venue has no finer slippage, so the wanted price takes up the rest.
 */
export function slippageBound(isBuy: boolean, at: Price, worst: Price): { wanted: bigint; slippage: bigint } {
  const distance = max(isBuy ? worst - at : at - worst, 0n)
  const slippage = max(1n, min(9_999n, divideRounded(distance * WHOLE, at, 'CEIL')))
  const wanted = isBuy
    ? divideRounded(worst * WHOLE, WHOLE + slippage, 'FLOOR')
    : divideRounded(worst * WHOLE, WHOLE - slippage, 'CEIL')
  return { wanted, slippage }
}

/** The share of a trade that closes at most that quantity of it. */
export const closingShare = (wanted: Quantity, held: Quantity): bigint =>
  wanted >= held ? WHOLE : divideRounded(wanted * WHOLE, held, 'FLOOR')

/** Collateral of a trade after a change, with its new leverage: the venue moves the amount until two decimals fit. */
export interface Resized {
  readonly collateral: bigint
  readonly leverage: bigint
}

/** The venue's rounding: the leverage goes up to the next hundredth, and less collateral is taken. Null: refused. */
export function topUp(trade: Resized, amount: bigint): Resized | null {
  const size = divideRounded(trade.collateral * trade.leverage, 100n, 'CEIL')
  const asked = trade.collateral + amount
  const leverage = divideRounded(size * 100n, asked, 'CEIL')
  const collateral = (size * 100n) % asked === 0n ? asked : (size * 100n) / leverage
  return collateral > trade.collateral && leverage < trade.leverage ? { collateral, leverage } : null
}

/** As `topUp`, the other way: the leverage goes down to the hundredth below, and less collateral is paid out. */
export function removal(trade: Resized, amount: bigint): Resized | null {
  if (amount <= 0n || amount >= trade.collateral) return null
  const size = divideRounded(trade.collateral * trade.leverage, 100n, 'CEIL')
  const asked = trade.collateral - amount
  const leverage = (size * 100n) / asked
  const collateral = (size * 100n) % asked === 0n ? asked : (size * 100n) / leverage
  return collateral < trade.collateral && leverage > trade.leverage ? { collateral, leverage } : null
}

/** Gross profit of closed collateral at the venue's profit (per cent × 10^6), which it cuts off towards zero. */
export const grossProfit = (closedCollateral: bigint, percentProfit: bigint): bigint =>
  (closedCollateral * percentProfit) / 10n ** 8n

/** Open interest that goes with closed collateral, cut off as the venue does. */
export const closedInterest = (interest: bigint, closedCollateral: bigint, collateral: bigint): bigint =>
  (interest * closedCollateral) / collateral
