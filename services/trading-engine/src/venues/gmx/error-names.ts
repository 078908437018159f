/**
 * The errors of GMX v2.2 that a trader can meet: a revert of his own transaction, or the reason that a keeper gives
 * for a cancelled or frozen order. Known by the first four bytes of the data.
 */
import { decodeAbiParameters, toFunctionSelector } from 'viem/utils'
import type { Hex } from '../port.js'

const SIGNATURES = [
  'AdlNotEnabled()',
  'AdlNotRequired(int256,uint256)',
  'DisabledFeature(bytes32)',
  'DisabledMarket(address)',
  'DuplicatedMarketInSwapPath(address)',
  'EmptyAccount()',
  'EmptyAddressInMarketTokenBalanceValidation(address,address)',
  'EmptyAmount()',
  'EmptyMarket()',
  'EmptyMarketTokenSupply()',
  'EmptyOrder()',
  'EmptyPosition()',
  'EmptyPrimaryPrice(address)',
  'EmptyReceiver()',
  'EmptySizeDeltaInTokens()',
  'EmptyToken()',
  'EmptyTokenTranferGasLimit(address)',
  'InsufficientCollateralAmount(uint256,int256)',
  'InsufficientCollateralUsd(int256)',
  'InsufficientExecutionFee(uint256,uint256)',
  'InsufficientExecutionGas(uint256,uint256,uint256)',
  'InsufficientExecutionGasForErrorHandling(uint256,uint256)',
  'InsufficientFunds(address)',
  'InsufficientFundsToPayForCosts(uint256,string)',
  'InsufficientGasForAutoCancellation(uint256,uint256)',
  'InsufficientGasForCancellation(uint256,uint256)',
  'InsufficientGasLeft(uint256,uint256)',
  'InsufficientGasLeftForCallback(uint256,uint256)',
  'InsufficientHandleExecutionErrorGas(uint256,uint256)',
  'InsufficientNativeTokenAmount(uint256,uint256)',
  'InsufficientOutputAmount(uint256,uint256)',
  'InsufficientPoolAmount(uint256,uint256)',
  'InsufficientReserve(uint256,uint256)',
  'InsufficientReserveForOpenInterest(uint256,uint256)',
  'InsufficientSwapOutputAmount(uint256,uint256)',
  'InsufficientWntAmountForExecutionFee(uint256,uint256)',
  'InvalidAdl(int256,int256)',
  'InvalidCollateralTokenForMarket(address,address)',
  'InvalidDecreaseOrderSize(uint256,uint256)',
  'InvalidDecreasePositionSwapType(uint256)',
  'InvalidExecutionFee(uint256,uint256,uint256)',
  'InvalidFeedPrice(address,int256)',
  'InvalidKeeperForFrozenOrder(address)',
  'InvalidMarketTokenBalance(address,address,uint256,uint256)',
  'InvalidMarketTokenBalanceForCollateralAmount(address,address,uint256,uint256)',
  'InvalidMinMaxForPrice(address,uint256,uint256)',
  'InvalidNativeTokenSender(address)',
  'InvalidOracleProvider(address)',
  'InvalidOracleProviderForToken(address,address)',
  'InvalidOrderPrices(uint256,uint256,uint256,uint256)',
  'InvalidOutputToken(address,address)',
  'InvalidParams(string)',
  'InvalidPositionMarket(address)',
  'InvalidPositionSizeValues(uint256,uint256)',
  'InvalidReceiver(address)',
  'InvalidSizeDeltaForAdl(uint256,uint256)',
  'InvalidSwapMarket(address)',
  'InvalidToken(address)',
  'InvalidTokenIn(address,address)',
  'LiquidatablePosition(string,int256,int256,int256)',
  'MarketNotFound(address)',
  'MaxAutoCancelOrdersExceeded(uint256,uint256)',
  'MaxCallbackGasLimitExceeded(uint256,uint256)',
  'MaxCollateralSumExceeded(uint256,uint256)',
  'MaxDataListLengthExceeded(uint256,uint256)',
  'MaxOpenInterestExceeded(uint256,uint256)',
  'MaxOracleTimestampRangeExceeded(uint256,uint256)',
  'MaxPoolAmountExceeded(uint256,uint256)',
  'MaxPriceAgeExceeded(uint256,uint256)',
  'MaxRefPriceDeviationExceeded(address,uint256,uint256,uint256)',
  'MaxSwapPathLengthExceeded(uint256,uint256)',
  'MaxTotalCallbackGasLimitForAutoCancelOrdersExceeded(uint256,uint256)',
  'MinPositionSize(uint256,uint256)',
  'NegativeExecutionPrice(int256,uint256,uint256,int256,uint256)',
  'NonEmptyTokensWithPrices(uint256)',
  'OpenInterestCannotBeUpdatedForSwapOnlyMarket(address)',
  'OraclePriceOutdated()',
  'OracleTimestampsAreLargerThanRequestExpirationTime(uint256,uint256,uint256)',
  'OracleTimestampsAreSmallerThanRequired(uint256,uint256)',
  'OrderAlreadyFrozen()',
  'OrderNotFound(bytes32)',
  'OrderNotFulfillableAtAcceptablePrice(uint256,uint256)',
  'OrderNotUpdatable(uint256)',
  'OrderTypeCannotBeCreated(uint256)',
  'OrderValidFromTimeNotReached(uint256,uint256)',
  'PnlFactorExceededForLongs(int256,uint256)',
  'PnlFactorExceededForShorts(int256,uint256)',
  'PnlOvercorrected(int256,uint256)',
  'PositionNotFound(bytes32)',
  'PositionShouldNotBeLiquidated(string,int256,int256,int256)',
  'PriceAlreadySet(address,uint256,uint256)',
  'PriceImpactLargerThanOrderSize(int256,uint256)',
  'RequestNotYetCancellable(uint256,uint256,string)',
  'SelfTransferNotSupported(address)',
  'SequencerDown()',
  'SequencerGraceDurationNotYetPassed(uint256,uint256)',
  'SwapPriceImpactExceedsAmountIn(uint256,int256)',
  'TokenTransferError(address,address,uint256)',
  'UnableToGetBorrowingFactorEmptyPoolUsd()',
  'UnableToGetCachedTokenPrice(address,address)',
  'UnableToGetFundingFactorEmptyOpenInterest()',
  'UnableToGetOppositeToken(address,address)',
  'UnableToWithdrawCollateral(int256)',
  'Unauthorized(address,string)',
  'UnexpectedMarket()',
  'UnexpectedPoolValue(int256)',
  'UnexpectedPositionState()',
  'UnexpectedValidFromTime(uint256)',
  'UnsupportedOrderType(uint256)',
  'UnsupportedOrderTypeForAutoCancellation(uint256)',
  'UsdDeltaExceedsLongOpenInterest(int256,uint256)',
  'UsdDeltaExceedsShortOpenInterest(int256,uint256)',
]

const REVERT = '0x08c379a0'
const PANIC = '0x4e487b71'

/** The venue's name of an error by its data, or the text of a plain revert; null: unknown. */
export type ErrorNames = (data: Hex) => string | null

export function createErrorNames(): ErrorNames {
  const names = new Map<string, string>(
    SIGNATURES.map((signature) => [toFunctionSelector(signature), signature.slice(0, signature.indexOf('('))]),
  )
  return (data) => {
    const selector = data.slice(0, 10).toLowerCase()
    if (selector === REVERT) return textOf(data)
    if (selector === PANIC) return 'Panic'
    return names.get(selector) ?? null
  }
}

function textOf(data: Hex): string | null {
  try {
    return decodeAbiParameters([{ type: 'string' }], `0x${data.slice(10)}`)[0]
  } catch {
    // Not what it says it is: as unknown as any other data.
    return null
  }
}
