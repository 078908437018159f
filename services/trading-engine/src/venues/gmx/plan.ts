/**
 * The transaction of a request to GMX. An order asks for a size in dollars and carries the price beyond which it must
 * not be filled; rounding is always towards the wallet: less size, a stricter price.
 * Exits are requests of their own, with auto-cancel; `takeProfit` and `stopLoss` of an opening request are not sent,
 * because orders of one transaction could not be told apart and would outlive an opening that fails.
 */
import { encodeFunctionData } from 'viem/utils'
import type { Direction } from '../../core/model/account/position.js'
import type { VenueAction, VenueRequest } from '../../core/model/live/venue-request.js'
import { assertNever } from '../../core/values/assert-never.js'
import { abs, divideRounded, formatDecimal, type Price } from '../../core/values/decimal.js'
import type { Call, Hex, NotNow, PlanContext } from '../port.js'
import { EXCHANGE_ROUTER } from './abi.js'
import { sizeUsdOf, toContractPrice, toUsdc } from './amounts.js'
import type { GmxDeployment, GmxMarket } from './deployment.js'
import { ORDER_TYPE, WHOLE_POSITION } from './order-types.js'
import { partOfSize } from './part-of-size.js'
import { multicall, type Planner, sendOrder, sendWnt } from './router-calls.js'
import type { GmxPosition, GmxWalletState } from './wallet-state.js'

type ActionOf<Kind extends VenueAction['kind']> = Extract<VenueAction, { kind: Kind }>

const ANY_HIGH_PRICE = WHOLE_POSITION

const OPENING_TYPE = {
  MARKET: ORDER_TYPE.marketIncrease,
  LIMIT: ORDER_TYPE.limitIncrease,
  STOP: ORDER_TYPE.stopIncrease,
}

const CLOSING_TYPE = {
  MARKET: ORDER_TYPE.marketDecrease,
  TAKE_PROFIT: ORDER_TYPE.limitDecrease,
  STOP_LOSS: ORDER_TYPE.stopLossDecrease,
}

export function planRequest(
  deployment: GmxDeployment,
  request: VenueRequest,
  context: PlanContext<GmxWalletState>,
): readonly Call[] | NotNow {
  const { action } = request
  const market = deployment.markets.get(action.symbol)
  if (market === undefined) return never(`GMX has no market for ${action.symbol}`)
  const { executionGas } = context.state
  const planner: Planner = {
    deployment,
    market,
    context,
    openFee: executionFee(deployment, executionGas.open, context.gasPrice),
    closeFee: executionFee(deployment, executionGas.close, context.gasPrice),
  }
  switch (action.kind) {
    case 'open':
      return context.state.isPaused ? never('GMX takes no new orders') : [planOpen(planner, action)]
    case 'close':
      return planClose(planner, action)
    case 'cancel':
      return planCancel(planner, action)
    case 'update':
      return planUpdate(planner, action)
    case 'collateral':
      return [planCollateral(planner, action)]
    default:
      return assertNever(action)
  }
}

const never = (reason: string): NotNow => ({ wait: false, reason })

const later = (reason: string): NotNow => ({ wait: true, reason })

const executionFee = (deployment: GmxDeployment, gas: bigint, gasPrice: bigint): bigint =>
  divideRounded(gas * gasPrice * BigInt(100 + deployment.executionFeeMarginPercent), 100n, 'CEIL')

function planOpen(planner: Planner, action: ActionOf<'open'>): Call {
  const isLong = action.direction === 'LONG'
  return sendOrder(planner, {
    orderType: OPENING_TYPE[action.type],
    isLong,
    sizeUsd: sizeUsdOf(action.quantity, action.price, 'FLOOR'),
    collateral: toUsdc(action.collateral, 'FLOOR'),
    triggerPrice: action.type === 'MARKET' ? 0n : boundPrice(planner.market, action.price, isLong),
    acceptablePrice: boundPrice(planner.market, action.worstPrice, isLong),
    description: `open ${action.direction} ${formatDecimal(action.quantity)} ${action.symbol} (${action.type})`,
  })
}

function planClose(planner: Planner, action: ActionOf<'close'>): readonly Call[] | NotNow {
  const part = closingPart(planner, action)
  if ('wait' in part) return part
  const isLong = action.direction === 'LONG'
  const closing = sendOrder(planner, {
    orderType: CLOSING_TYPE[action.type],
    isLong,
    sizeUsd: part.sizeUsd,
    collateral: part.collateral,
    triggerPrice: action.type === 'MARKET' ? 0n : boundPrice(planner.market, action.price, !isLong),
    acceptablePrice: boundPrice(planner.market, action.worstPrice, !isLong),
    description: `close ${action.direction} ${formatDecimal(action.quantity)} ${action.symbol} (${action.type})`,
  })
  return [closing]
}

interface ClosingPart {
  readonly sizeUsd: bigint
  /** USDC taken out with the profit; the contract pays out all of it when it closes all. */
  readonly collateral: bigint
}

/**
 * All of a position: its size as the contract counts it now, and for an exit whatever it will be when its price is
 * reached. A part: exactly the quantity, and the same share of the collateral, so that the leverage stays.
 */
function closingPart(planner: Planner, action: ActionOf<'close'>): ClosingPart | NotNow {
  const isWhole = action.quantity >= action.ofQuantity
  if (isWhole && action.type !== 'MARKET') return { sizeUsd: WHOLE_POSITION, collateral: 0n }
  const position = positionOf(planner.context, action.symbol, action.direction)
  if (position === undefined)
    return action.type === 'MARKET' ? never('there is no such position on GMX') : later('GMX has no such position yet')
  const { sizeInUsd } = position
  if (isWhole || action.quantity >= position.quantity) return { sizeUsd: sizeInUsd, collateral: 0n }
  return {
    sizeUsd: partOfSize(sizeInUsd, action.quantity, position.quantity, action.direction === 'LONG'),
    collateral: divideRounded(toUsdc(position.collateral, 'FLOOR') * action.quantity, position.quantity, 'FLOOR'),
  }
}

const positionOf = (
  context: PlanContext<GmxWalletState>,
  symbol: string,
  direction: Direction,
): GmxPosition | undefined =>
  context.state.positions.find((position) => position.symbol === symbol && position.direction === direction)

function planCancel(planner: Planner, action: ActionOf<'cancel'>): readonly Call[] | NotNow {
  const target = targetOf(planner.context, action.requestId)
  if ('wait' in target) return target
  if (isMarketOrder(target.action)) {
    const waits = planner.deployment.requestExpirySeconds * 1_000_000 - (planner.context.now - target.updatedAt)
    if (waits > 0) return later('GMX lets a market order be withdrawn only after its expiry')
  }
  const data = encodeFunctionData({ abi: EXCHANGE_ROUTER, functionName: 'cancelOrder', args: [target.key] })
  return [multicall(planner, [data], 0n, 'receipt', `cancel ${target.key}`)]
}

const isMarketOrder = (action: VenueAction): boolean =>
  action.kind === 'collateral' || ((action.kind === 'open' || action.kind === 'close') && action.type === 'MARKET')

function planUpdate(planner: Planner, action: ActionOf<'update'>): readonly Call[] | NotNow {
  const target = targetOf(planner.context, action.requestId)
  if ('wait' in target) return target
  const changed = target.action
  if ((changed.kind !== 'open' && changed.kind !== 'close') || changed.type === 'MARKET')
    return never('GMX changes only orders that wait for a price')
  const isLong = changed.direction === 'LONG'
  const isOpening = changed.kind === 'open'
  const size = isOpening
    ? sizeUsdOf(action.quantity, action.price, 'FLOOR')
    : closingPart(planner, {
        ...{ ...changed, quantity: action.quantity },
        ofQuantity: action.ofQuantity ?? changed.ofQuantity,
      })
  if (typeof size !== 'bigint' && 'wait' in size) return size
  const update = encodeFunctionData({
    abi: EXCHANGE_ROUTER,
    functionName: 'updateOrder',
    args: [
      target.key,
      typeof size === 'bigint' ? size : size.sizeUsd,
      boundPrice(planner.market, action.worstPrice, isLong === isOpening),
      boundPrice(planner.market, action.price, isLong === isOpening),
      0n,
      0n,
      !isOpening,
    ],
  })
  // A frozen order has paid its keeper, so that it needs another fee.
  const isFrozen = planner.context.state.orders.some((order) => order.venueOrderId === target.key && order.isFrozen)
  const fee = isOpening ? planner.openFee : planner.closeFee
  const calls = isFrozen ? [sendWnt(planner, fee), update] : [update]
  return [multicall(planner, calls, isFrozen ? fee : 0n, 'receipt', `change ${target.key}`)]
}

type Target = { readonly key: Hex; readonly action: VenueAction; readonly updatedAt: number }

function targetOf(context: PlanContext<GmxWalletState>, requestId: string): Target | NotNow {
  const target = context.requestOf(requestId)
  if (target === undefined) return never('there is no such request')
  if (ENDED.has(target.state)) return never(`the order is ${target.state}`)
  if (target.venueOrderId === null) return later('GMX does not have the order yet')
  return { key: target.venueOrderId as Hex, action: target.action, updatedAt: target.updatedAt }
}

const ENDED: ReadonlySet<string> = new Set(['EXECUTED', 'CANCELLED', 'TIMED_OUT', 'FAILED'])

/** An order of size 0: it only moves collateral, at whatever price. */
function planCollateral(planner: Planner, action: ActionOf<'collateral'>): Call {
  const isLong = action.direction === 'LONG'
  const isDeposit = action.amount > 0n
  const amount = abs(action.amount)
  return sendOrder(planner, {
    orderType: isDeposit ? ORDER_TYPE.marketIncrease : ORDER_TYPE.marketDecrease,
    isLong,
    sizeUsd: 0n,
    collateral: toUsdc(amount, 'FLOOR'),
    triggerPrice: 0n,
    acceptablePrice: isLong === isDeposit ? ANY_HIGH_PRICE : 0n,
    description: `${isDeposit ? 'add' : 'take out'} ${formatDecimal(amount)} USDC of ${action.direction} ${action.symbol}`,
  })
}

/** A bound that a buyer must not exceed is rounded down, one that a seller must not undercut up. */
const boundPrice = (market: GmxMarket, value: Price, isBuying: boolean): bigint =>
  toContractPrice(value, market.indexDecimals, isBuying ? 'FLOOR' : 'CEIL')
