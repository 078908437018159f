/**
 * Calls of GMX's exchange router. All go through its multicall: the keeper's fee in the native token, the collateral,
 * and the call itself.
 */
import { encodeFunctionData } from 'viem/utils'
import type { Call, Hex, PlanContext } from '../port.js'
import { EXCHANGE_ROUTER } from './abi.js'
import type { GmxDeployment, GmxMarket } from './deployment.js'
import { ORDER_TYPE, SWAP_PROFIT_TO_COLLATERAL } from './order-types.js'
import type { GmxWalletState } from './wallet-state.js'

const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`

const NO_REFERRAL: Hex = `0x${'0'.repeat(64)}`

export interface Planner {
  readonly deployment: GmxDeployment
  readonly market: GmxMarket
  readonly context: PlanContext<GmxWalletState>
  /** Wei sent along with an order that opens, and with one that closes. */
  readonly openFee: bigint
  readonly closeFee: bigint
}

interface NewOrder {
  readonly orderType: number
  readonly isLong: boolean
  readonly sizeUsd: bigint
  /** USDC put in by an order that opens, taken out by one that closes. */
  readonly collateral: bigint
  readonly triggerPrice: bigint
  readonly acceptablePrice: bigint
  readonly description: string
}

const EXITS: readonly number[] = [ORDER_TYPE.limitDecrease, ORDER_TYPE.stopLossDecrease]

const CLOSING: readonly number[] = [ORDER_TYPE.marketDecrease, ...EXITS]

export function sendOrder(planner: Planner, order: NewOrder): Call {
  const { contracts } = planner.deployment
  const { wallet } = planner.context
  const isClosing = CLOSING.includes(order.orderType)
  const fee = isClosing ? planner.closeFee : planner.openFee
  const create = encodeFunctionData({
    abi: EXCHANGE_ROUTER,
    functionName: 'createOrder',
    args: [
      {
        addresses: {
          receiver: wallet,
          cancellationReceiver: wallet,
          callbackContract: ZERO_ADDRESS,
          uiFeeReceiver: ZERO_ADDRESS,
          market: planner.market.marketToken,
          initialCollateralToken: contracts.usdc,
          swapPath: [],
        },
        numbers: {
          sizeDeltaUsd: order.sizeUsd,
          initialCollateralDeltaAmount: order.collateral,
          triggerPrice: order.triggerPrice,
          acceptablePrice: order.acceptablePrice,
          executionFee: fee,
          callbackGasLimit: 0n,
          minOutputAmount: 0n,
          validFromTime: 0n,
        },
        orderType: order.orderType,
        decreasePositionSwapType: isClosing ? SWAP_PROFIT_TO_COLLATERAL : 0,
        isLong: order.isLong,
        shouldUnwrapNativeToken: false,
        autoCancel: EXITS.includes(order.orderType),
        referralCode: NO_REFERRAL,
        dataList: [],
      },
    ],
  })
  const calls = isClosing
    ? [sendWnt(planner, fee), create]
    : [sendWnt(planner, fee), sendUsdc(planner, order.collateral), create]
  return multicall(planner, calls, fee, 'keeper', order.description)
}

export const sendWnt = ({ deployment }: Planner, amount: bigint): Hex =>
  encodeFunctionData({
    abi: EXCHANGE_ROUTER,
    functionName: 'sendWnt',
    args: [deployment.contracts.orderVault, amount],
  })

const sendUsdc = ({ deployment }: Planner, amount: bigint): Hex =>
  encodeFunctionData({
    abi: EXCHANGE_ROUTER,
    functionName: 'sendTokens',
    args: [deployment.contracts.usdc, deployment.contracts.orderVault, amount],
  })

export const multicall = (
  { deployment }: Planner,
  calls: readonly Hex[],
  value: bigint,
  endsWith: Call['endsWith'],
  description: string,
): Call => ({
  to: deployment.contracts.exchangeRouter,
  data: encodeFunctionData({ abi: EXCHANGE_ROUTER, functionName: 'multicall', args: [calls] }),
  value,
  gas: null,
  endsWith,
  description: `GMX: ${description}`,
})
