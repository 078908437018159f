/**
 * Signatures of Ostium's contracts as they are deployed: names and types are facts of the venue. Two functions differ
 * between the versions; all else is common.
 */
import { parseAbi } from 'viem/utils'

const STRUCTS = [
  'struct Trade { uint256 collateral; uint192 openPrice; uint192 tp; uint192 sl; address trader; uint32 leverage; uint16 pairIndex; uint8 index; bool buy; }',
  'struct TradeInfo { uint256 tradeId; uint256 oiNotional; uint32 initialLeverage; uint32 tpLastUpdated; uint32 slLastUpdated; uint32 createdAt; bool beingMarketClosed; }',
  'struct OpenLimitOrder { uint256 collateral; uint192 targetPrice; uint192 tp; uint192 sl; address trader; uint32 leverage; uint32 createdAt; uint32 lastUpdated; uint16 pairIndex; uint8 orderType; uint8 index; bool buy; }',
  'struct PendingMarketOrder { uint256 block; uint192 wantedPrice; uint32 slippageP; Trade trade; uint16 percentage; }',
  'struct BuilderFee { address builder; uint32 builderFee; }',
] as const

/** Public contracts of June 2025. */
export const V1_2_4_ABI = parseAbi([
  ...STRUCTS,
  'function openTrade(Trade t, uint8 orderType, uint256 slippageP)',
  'function closeTradeMarket(uint16 pairIndex, uint8 index, uint16 closePercentage)',
])

/** Contracts of the main network since about October 2025. */
export const V3_ABI = parseAbi([
  ...STRUCTS,
  'function openTrade(Trade t, BuilderFee bf, uint8 orderType, uint256 slippageP)',
  'function closeTradeMarket(uint16 pairIndex, uint8 index, uint16 closePercentage, uint192 marketPrice, uint32 slippageP)',
])

export const TRADING_ABI = parseAbi([
  'function updateOpenLimitOrder(uint16 pairIndex, uint8 index, uint192 price, uint192 tp, uint192 sl)',
  'function cancelOpenLimitOrder(uint16 pairIndex, uint8 index)',
  'function updateTp(uint16 pairIndex, uint8 index, uint192 newTp)',
  'function updateSl(uint16 pairIndex, uint8 index, uint192 newSl)',
  'function topUpCollateral(uint16 pairIndex, uint8 index, uint256 topUpAmount)',
  'function removeCollateral(uint16 pairIndex, uint8 index, uint256 removeAmount)',
  'function openTradeMarketTimeout(uint256 order)',
  'function closeTradeMarketTimeout(uint256 order, bool retry)',
])

/** Views of Trading, TradingStorage, TradingCallbacks, PairInfos, PairsStorage and the token; no two share a name. */
export const VIEWS_ABI = parseAbi([
  ...STRUCTS,
  'function isPaused() view returns (bool)',
  'function isDone() view returns (bool)',
  'function marketOrdersTimeout() view returns (uint16)',
  'function triggerTimeout() view returns (uint16)',
  'function maxSl_P() view returns (uint8)',
  'function maxTradesPerPair() view returns (uint8)',
  'function maxPendingMarketOrders() view returns (uint8)',
  'function openTradesCount(address trader, uint16 pairIndex) view returns (uint32)',
  'function openLimitOrdersCount(address trader, uint16 pairIndex) view returns (uint8)',
  'function getOpenTrade(address trader, uint16 pairIndex, uint8 index) view returns (Trade)',
  'function getOpenTradeInfo(address trader, uint16 pairIndex, uint8 index) view returns (TradeInfo)',
  'function hasOpenLimitOrder(address trader, uint16 pairIndex, uint8 index) view returns (bool)',
  'function getOpenLimitOrder(address trader, uint16 pairIndex, uint8 index) view returns (OpenLimitOrder)',
  'function getPendingOrderIds(address trader) view returns (uint256[])',
  'function reqID_pendingMarketOrder(uint256 orderId) view returns (uint256 block, uint192 wantedPrice, uint32 slippageP, Trade trade, uint16 percentage)',
  'function reqID_pendingAutomationOrder(uint256 orderId) view returns (address trader, uint16 pairIndex, uint8 index, uint8 orderType)',
  'function orderTriggerBlock(address trader, uint16 pairIndex, uint8 index, uint8 orderType) view returns (uint256)',
  'function pairOracleFee(uint16 pairIndex) view returns (uint64)',
  'function getTradeRolloverFee(address trader, uint16 pairIndex, uint8 index, uint256 collateral, uint32 leverage) view returns (uint256)',
  'function getTradeFundingFee(address trader, uint16 pairIndex, uint8 index, bool long, uint256 collateral, uint32 leverage) view returns (int256 fee, int256 oiDelta)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
])

export const TOKEN_ABI = parseAbi(['function approve(address spender, uint256 amount) returns (bool)'])

export const EVENTS_ABI = parseAbi([
  ...STRUCTS,
  // Trading
  'event MarketOpenOrderInitiated(uint256 indexed orderId, address indexed trader, uint16 indexed pairIndex)',
  'event MarketCloseOrderInitiatedV2(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint16 closePercentage)',
  'event OpenLimitPlaced(address indexed trader, uint16 indexed pairIndex, uint8 index)',
  'event OpenLimitUpdated(address indexed trader, uint16 indexed pairIndex, uint8 index, uint192 newPrice, uint192 newTp, uint192 newSl)',
  'event OpenLimitCanceled(address indexed trader, uint16 indexed pairIndex, uint8 index)',
  'event TpUpdated(uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex, uint8 index, uint192 newTp)',
  'event SlUpdated(uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex, uint8 index, uint192 newSl)',
  'event MarketOpenTimeoutExecutedV2(uint256 indexed orderId, PendingMarketOrder order)',
  'event MarketCloseTimeoutExecutedV2(uint256 indexed orderId, uint256 indexed tradeId, PendingMarketOrder order)',
  'event MarketCloseFailed(uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex)',
  'event TopUpCollateralExecuted(uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex, uint256 topUpAmount, uint32 newLeverage)',
  'event RemoveCollateralInitiated(uint256 indexed tradeId, uint256 indexed orderId, address indexed trader, uint16 pairIndex, uint256 removeAmount)',
  'event OracleFeeCharged(uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 amount)',
  'event OracleFeeChargedLimitCancelled(address indexed trader, uint16 pairIndex, uint256 amount)',
  'event OracleFeeRefunded(uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 amount)',
  // TradingCallbacks
  'event MarketOpenExecuted(uint256 indexed orderId, Trade t, uint256 priceImpactP, uint256 tradeNotional)',
  'event MarketCloseExecutedV2(uint256 indexed orderId, uint256 indexed tradeId, uint256 price, uint256 priceImpactP, int256 percentProfit, uint256 usdcSentToTrader, uint256 percentageClosed)',
  'event LimitOpenExecuted(uint256 indexed orderId, uint256 limitIndex, Trade t, uint256 priceImpactP, uint256 tradeNotional)',
  'event LimitCloseExecuted(uint256 indexed orderId, uint256 indexed tradeId, uint8 orderType, uint256 price, uint256 priceImpactP, int256 percentProfit, uint256 usdcSentToTrader)',
  'event MarketOpenCanceled(uint256 indexed orderId, address indexed trader, uint256 indexed pairIndex, uint8 cancelReason)',
  'event MarketCloseCanceled(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint256 pairIndex, uint256 index, uint8 cancelReason)',
  'event AutomationOpenOrderCanceled(uint256 indexed orderId, address indexed trader, uint256 indexed pairIndex, uint8 cancelReason)',
  'event AutomationCloseOrderCanceled(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint256 pairIndex, uint8 orderType, uint8 cancelReason)',
  'event DevFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount)',
  'event OracleFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount)',
  'event BuilderFeeCharged(uint256 indexed tradeId, address indexed trader, address indexed builder, uint256 amount)',
  'event VaultOpeningFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount)',
  'event VaultLiqFeeCharged(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint256 amount)',
  'event FeesCharged(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint256 rolloverFees, int256 fundingFees)',
  // Since rollover may be earned, too, in the place of the one before.
  'event FeesChargedV2(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, int256 rolloverFees, int256 fundingFees)',
  'event RemoveCollateralExecuted(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 removeAmount, uint32 leverage, uint192 tp, uint192 sl)',
  'event RemoveCollateralRejected(uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 removeAmount, uint8 reason)',
])

/** Reverts that the venue answers a wallet's transactions with. */
export const ERRORS_ABI = parseAbi([
  'error IsDone()',
  'error IsPaused()',
  'error WrongTP()',
  'error WrongSL()',
  'error WrongParams()',
  'error BelowMinLevPos()',
  'error BelowFees()',
  'error ExposureLimits()',
  'error AboveMaxAllowedCollateral()',
  'error PairNotListed(uint16 index)',
  'error WaitTimeout(uint256 orderId)',
  'error WrongLeverage(uint32 leverage)',
  'error NoTradeToTimeoutFound(uint256 orderId)',
  'error NotOpenMarketTimeoutOrder(uint256 orderId)',
  'error NotCloseMarketTimeoutOrder(uint256 orderId)',
  'error NotYourOrder(uint256 orderId, address trader)',
  'error MaxPendingMarketOrdersReached(address trader)',
  'error MaxTradesPerPairReached(address trader, uint16 pairIndex)',
  'error NoTradeFound(address trader, uint16 pairIndex, uint8 index)',
  'error NoLimitFound(address trader, uint16 pairIndex, uint8 index)',
  'error AlreadyMarketClosed(address trader, uint16 pairIndex, uint8 index)',
  'error TriggerPending(address sender, uint16 pairIndex, uint8 index)',
  'error NotDelegate(address trader, address caller)',
  'error NullAddr()',
  'error NoDelegate(address a)',
  'error DelegatedActionFailed()',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error SafeERC20FailedOperation(address token)',
  'error NotEmptyIndex()',
  'error NoOpenLimitOrder(address _trader, uint16 _pairIndex, uint8 _index)',
  'error RefundOracleFeeFailed()',
  'error WrongTimestamp()',
  'error NotFound(bytes32 name)',
  'error SafeCastOverflowedUintDowncast(uint8 bits, uint256 value)',
  'error Error(string reason)',
])

export const OPEN_ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP'] as const
/** The kinds of automation: what a bot has a resting order or a trade executed for. */
export const AUTOMATIONS = ['TP', 'SL', 'LIQ', 'OPEN', 'CLOSE_DAY_TRADE', 'REMOVE_COLLATERAL'] as const
export type Automation = (typeof AUTOMATIONS)[number]

const CANCEL_REASONS = [
  'NONE',
  'PAUSED',
  'MARKET_CLOSED',
  'SLIPPAGE',
  'TP_REACHED',
  'SL_REACHED',
  'EXPOSURE_LIMITS',
  'PRICE_IMPACT',
  'MAX_LEVERAGE',
  'NO_TRADE',
  'UNDER_LIQUIDATION',
  'NOT_HIT',
  'GAIN_LOSS',
  'DAY_TRADE_NOT_ALLOWED',
  'CLOSE_DAY_TRADE_NOT_ALLOWED',
]
/** The venue's word for a reason of cancellation; a later version may have more of them. */
export const cancelReason = (code: number): string => CANCEL_REASONS[code] ?? `REASON_${code}`
