// SPDX-License-Identifier: MIT
pragma solidity 0.8.29;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The shapes, events and errors of Ostium v1.2.4, as its interface has them; `BuilderFee` is of v3.
abstract contract OstiumTypes {
    struct Trade {
        uint256 collateral;
        uint192 openPrice;
        uint192 tp;
        uint192 sl;
        address trader;
        uint32 leverage;
        uint16 pairIndex;
        uint8 index;
        bool buy;
    }

    struct TradeInfo {
        uint256 tradeId;
        uint256 oiNotional;
        uint32 initialLeverage;
        uint32 tpLastUpdated;
        uint32 slLastUpdated;
        uint32 createdAt;
        bool beingMarketClosed;
    }

    struct OpenLimitOrder {
        uint256 collateral;
        uint192 targetPrice;
        uint192 tp;
        uint192 sl;
        address trader;
        uint32 leverage;
        uint32 createdAt;
        uint32 lastUpdated;
        uint16 pairIndex;
        uint8 orderType;
        uint8 index;
        bool buy;
    }

    struct PendingMarketOrder {
        uint256 block;
        uint192 wantedPrice;
        uint32 slippageP;
        Trade trade;
        uint16 percentage;
    }

    struct BuilderFee {
        address builder;
        uint32 builderFee;
    }

    struct PendingAutomationOrder {
        address trader;
        uint16 pairIndex;
        uint8 index;
        uint8 orderType;
    }

    struct PendingRemoval {
        uint256 amount;
        address trader;
        uint16 pairIndex;
        uint8 index;
    }

    uint8 internal constant TP = 0;
    uint8 internal constant SL = 1;
    uint8 internal constant LIQ = 2;
    uint8 internal constant OPEN = 3;
    uint8 internal constant CLOSE_DAY_TRADE = 4;
    uint8 internal constant REMOVE_COLLATERAL = 5;

    uint8 internal constant NONE = 0;
    uint8 internal constant PAUSED = 1;
    uint8 internal constant MARKET_CLOSED = 2;
    uint8 internal constant SLIPPAGE = 3;
    uint8 internal constant TP_REACHED = 4;
    uint8 internal constant SL_REACHED = 5;
    uint8 internal constant MAX_LEVERAGE = 8;
    uint8 internal constant NO_TRADE = 9;
    uint8 internal constant UNDER_LIQUIDATION = 10;
    uint8 internal constant NOT_HIT = 11;
    uint8 internal constant DAY_TRADE_NOT_ALLOWED = 13;
    uint8 internal constant CLOSE_DAY_TRADE_NOT_ALLOWED = 14;

    uint256 internal constant WHOLE = 10_000;

    error IsDone();
    error IsPaused();
    error WrongTP();
    error WrongSL();
    error WrongParams();
    error BelowMinLevPos();
    error AboveMaxAllowedCollateral();
    error PairNotListed(uint16 index);
    error WaitTimeout(uint256 orderId);
    error WrongLeverage(uint32 leverage);
    error NoTradeToTimeoutFound(uint256 orderId);
    error NotOpenMarketTimeoutOrder(uint256 orderId);
    error NotCloseMarketTimeoutOrder(uint256 orderId);
    error NotYourOrder(uint256 orderId, address trader);
    error MaxPendingMarketOrdersReached(address trader);
    error MaxTradesPerPairReached(address trader, uint16 pairIndex);
    error NoTradeFound(address trader, uint16 pairIndex, uint8 index);
    error NoLimitFound(address trader, uint16 pairIndex, uint8 index);
    error AlreadyMarketClosed(address trader, uint16 pairIndex, uint8 index);
    error TriggerPending(address sender, uint16 pairIndex, uint8 index);
    error NotPriceUpKeep(address sender);
    error NoOpenLimitOrder(address trader, uint16 pairIndex, uint8 index);
    error NotTrading();

    function sizeOf(uint256 collateral, uint256 leverage) internal pure returns (uint256) {
        return (collateral * leverage + 99) / 100;
    }
}

/// TradingStorage, TradingCallbacks, PairsStorage and PairInfos behind one address; Trading has its own, as it is paused
/// for itself. Keepers and bots are the test: anyone may answer, or stay silent.
contract MockOstium is OstiumTypes {
    event MarketOpenExecuted(uint256 indexed orderId, Trade t, uint256 priceImpactP, uint256 tradeNotional);
    event MarketCloseExecutedV2(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        uint256 price,
        uint256 priceImpactP,
        int256 percentProfit,
        uint256 usdcSentToTrader,
        uint256 percentageClosed
    );
    event LimitOpenExecuted(
        uint256 indexed orderId, uint256 limitIndex, Trade t, uint256 priceImpactP, uint256 tradeNotional
    );
    event LimitCloseExecuted(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        uint8 orderType,
        uint256 price,
        uint256 priceImpactP,
        int256 percentProfit,
        uint256 usdcSentToTrader
    );
    event MarketOpenCanceled(
        uint256 indexed orderId, address indexed trader, uint256 indexed pairIndex, uint8 cancelReason
    );
    event MarketCloseCanceled(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint256 pairIndex,
        uint256 index,
        uint8 cancelReason
    );
    event AutomationOpenOrderCanceled(
        uint256 indexed orderId, address indexed trader, uint256 indexed pairIndex, uint8 cancelReason
    );
    event AutomationCloseOrderCanceled(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint256 pairIndex,
        uint8 orderType,
        uint8 cancelReason
    );
    event DevFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount);
    event OracleFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount);
    event VaultOpeningFeeCharged(uint256 indexed tradeId, address indexed trader, uint256 amount);
    event BuilderFeeCharged(uint256 indexed tradeId, address indexed trader, address indexed builder, uint256 amount);
    event VaultLiqFeeCharged(
        uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint256 amount
    );
    event FeesCharged(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint256 rolloverFees,
        int256 fundingFees
    );
    event RemoveCollateralExecuted(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint16 pairIndex,
        uint256 removeAmount,
        uint32 leverage,
        uint192 tp,
        uint192 sl
    );
    event RemoveCollateralRejected(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint16 pairIndex,
        uint256 removeAmount,
        uint8 reason
    );
    event PriceReceived(uint256 indexed orderId, uint256 indexed pairIndex, int192 price, uint256 nativeFee);

    /// An answer of the price feed. `price` 0: the market is closed.
    struct Quote {
        uint256 price;
        uint256 bid;
        uint256 ask;
        bool isDayTradingClosed;
    }

    IToken public immutable usdc;
    MockOstiumTrading public immutable trading;

    bool public isPaused;
    bool public isDone;
    uint8 public constant maxSl_P = 85;
    uint8 public maxTradesPerPair = 10;
    uint8 public maxPendingMarketOrders = 50;
    uint64 public constant minLevPos = 4_500_000;
    uint32 public constant maxLeverage = 10_000;
    uint16 public constant pairsCount = 10;
    uint256 public constant liqMarginThresholdP = 25;
    uint64 public oracleFee = 100_000;
    /// Of a per cent, six decimals; three tenths go to the vault.
    uint256 public takerFeeP = 100_000;
    address private builder;
    uint256 private builderFeeP;
    bool private isOracleFeeAtOpening;
    uint32 public overnightMaxLeverage;
    /// Per block and unit of size, 18 decimals.
    uint256 public rolloverPerBlock;
    int256 public fundingPerBlock;
    /// Pairs whose prices come from another up-keep than those of pair 0.
    mapping(uint16 => bool) public hasOwnUpKeep;

    uint256 public lastOrderId;
    mapping(uint256 => uint16) public pairOfOrder;
    mapping(uint256 => uint256[20]) private priceRequests;
    mapping(address => mapping(uint16 => mapping(uint8 => Trade))) private trades;
    mapping(address => mapping(uint16 => mapping(uint8 => TradeInfo))) private infos;
    mapping(address => mapping(uint16 => mapping(uint8 => uint256))) private carriedSince;
    mapping(address => mapping(uint16 => uint32)) public openTradesCount;
    mapping(address => mapping(uint16 => mapping(uint8 => OpenLimitOrder))) private limitOrders;
    mapping(address => mapping(uint16 => uint8)) public openLimitOrdersCount;
    mapping(address => mapping(uint16 => mapping(uint8 => mapping(uint8 => uint256)))) public orderTriggerBlock;
    mapping(uint256 => PendingMarketOrder) public reqID_pendingMarketOrder;
    mapping(uint256 => PendingAutomationOrder) public reqID_pendingAutomationOrder;
    mapping(uint256 => PendingRemoval) public reqID_pendingRemoveCollateral;
    mapping(address => uint256[]) private pendingOrderIds;
    mapping(address => mapping(uint16 => uint8)) public pendingMarketOpenCount;
    mapping(address => mapping(uint16 => uint8)) public pendingMarketCloseCount;

    modifier onlyTrading() {
        if (msg.sender != address(trading)) revert NotTrading();
        _;
    }

    constructor(IToken token) {
        usdc = token;
        trading = new MockOstiumTrading(this);
    }

    // The test's hands

    function setPaused(bool value) external {
        isPaused = value;
    }

    function setDone(bool value) external {
        isDone = value;
        trading.setDone(value);
    }

    function setTradingPaused(bool value) external {
        trading.setPaused(value);
    }

    /// Speaks as v3 from now on.
    function setVersion3() external {
        trading.setVersion3();
    }

    /// Charged at each opening as of v3: by a builder, of the size as `takerFeeP` is, and by the oracle.
    function setOpeningFees(address builder_, uint256 builderFee, bool takesOracleFee) external {
        (builder, builderFeeP, isOracleFeeAtOpening) = (builder_, builderFee, takesOracleFee);
    }

    function setFees(uint256 taker, uint64 oracle) external {
        takerFeeP = taker;
        oracleFee = oracle;
    }

    function setCarry(uint256 rollover, int256 funding) external {
        rolloverPerBlock = rollover;
        fundingPerBlock = funding;
    }

    function setLimits(uint8 tradesMax, uint8 pendingMax, uint32 overnightMax) external {
        maxTradesPerPair = tradesMax;
        maxPendingMarketOrders = pendingMax;
        overnightMaxLeverage = overnightMax;
    }

    function setOwnUpKeep(uint16 pairIndex, bool value) external {
        hasOwnUpKeep[pairIndex] = value;
    }

    /// A keeper brings a price for a request of any kind. An answer that comes after the request was withdrawn finds
    /// nothing, and so the pair 0: with its up-keep it passes without an effect, with another it reverts.
    function answer(uint256 orderId, Quote calldata quote) external {
        if (isDone) revert IsDone();
        uint16 pairIndex = pairOfOrder[orderId];
        PendingMarketOrder memory order = reqID_pendingMarketOrder[orderId];
        if (reqID_pendingAutomationOrder[orderId].trader != address(0)) {
            if (reqID_pendingAutomationOrder[orderId].orderType == OPEN) executeLimit(orderId, quote);
            else executeAutomation(orderId, quote);
        } else if (reqID_pendingRemoveCollateral[orderId].trader != address(0)) {
            executeRemoval(orderId, quote);
        } else if (order.block == 0) {
            if (hasOwnUpKeep[pairIndex]) revert NotPriceUpKeep(msg.sender);
        } else if (order.trade.leverage > 0) {
            executeOpen(orderId, order, quote);
        } else {
            executeClose(orderId, order, quote);
        }
        emit PriceReceived(orderId, pairIndex, int192(int256(quote.price)), 0);
    }

    /// A bot asks for the execution of a resting order, or of an exit of a trade.
    function trigger(uint8 orderType, address trader, uint16 pairIndex, uint8 index) external returns (uint256) {
        return trading.trigger(orderType, trader, pairIndex, index);
    }

    /// A bot asks, and a keeper answers in the same block.
    function triggerAndAnswer(
        uint8 orderType,
        address trader,
        uint16 pairIndex,
        uint8 index,
        Quote calldata quote
    ) external {
        this.answer(trading.trigger(orderType, trader, pairIndex, index), quote);
    }

    /// Answers of one block, in their order.
    function answerAll(uint256[] calldata orderIds, Quote calldata quote) external {
        for (uint256 i = 0; i < orderIds.length; i++) this.answer(orderIds[i], quote);
    }

    // Views

    function getOpenTrade(address trader, uint16 pairIndex, uint8 index) external view returns (Trade memory) {
        return trades[trader][pairIndex][index];
    }

    function getOpenTradeInfo(address trader, uint16 pairIndex, uint8 index)
        external
        view
        returns (TradeInfo memory)
    {
        return infos[trader][pairIndex][index];
    }

    function hasOpenLimitOrder(address trader, uint16 pairIndex, uint8 index) public view returns (bool) {
        return limitOrders[trader][pairIndex][index].leverage != 0;
    }

    function getOpenLimitOrder(address trader, uint16 pairIndex, uint8 index)
        external
        view
        returns (OpenLimitOrder memory)
    {
        if (!hasOpenLimitOrder(trader, pairIndex, index)) revert NoOpenLimitOrder(trader, pairIndex, index);
        return limitOrders[trader][pairIndex][index];
    }

    function getPendingOrderIds(address trader) external view returns (uint256[] memory) {
        return pendingOrderIds[trader];
    }

    function pairOracleFee(uint16) external view returns (uint64) {
        return oracleFee;
    }

    function getTradeRolloverFee(
        address trader,
        uint16 pairIndex,
        uint8 index,
        uint256 collateral,
        uint32 leverage
    ) public view returns (uint256) {
        uint256 blocks = block.number - carriedSince[trader][pairIndex][index];
        uint256 fee = (rolloverPerBlock * blocks * collateral * leverage) / 1e18 / 100;
        return fee > 0 ? fee : 1;
    }

    function getTradeFundingFee(
        address trader,
        uint16 pairIndex,
        uint8 index,
        bool long,
        uint256 collateral,
        uint32 leverage
    ) public view returns (int256, int256) {
        int256 blocks = int256(block.number - carriedSince[trader][pairIndex][index]);
        int256 perSize = (long ? fundingPerBlock : -fundingPerBlock) * blocks;
        int256 fee = (perSize * int256(collateral * leverage)) / 1e18 / 100;
        return (fee != 0 ? fee : (perSize > 0 ? int256(1) : int256(0)), 0);
    }

    // Trading's writes

    /// Dear as a request for a price is: of what is left for the rest, when a call within a call runs out of gas, it is
    /// this that decides whether the outer one still ends well.
    function nextOrder(uint16 pairIndex) external onlyTrading returns (uint256) {
        pairOfOrder[++lastOrderId] = pairIndex;
        for (uint256 i = 0; i < priceRequests[0].length; i++) priceRequests[lastOrderId][i] = lastOrderId;
        return lastOrderId;
    }

    function take(address from, uint256 amount) external onlyTrading {
        usdc.transferFrom(from, address(this), amount);
    }

    function give(address to, uint256 amount) external onlyTrading {
        usdc.transfer(to, amount);
    }

    function storePending(uint256 orderId, PendingMarketOrder calldata order) external onlyTrading {
        Trade memory t = order.trade;
        reqID_pendingMarketOrder[orderId] = order;
        pendingOrderIds[t.trader].push(orderId);
        if (t.leverage > 0) {
            pendingMarketOpenCount[t.trader][t.pairIndex]++;
        } else {
            pendingMarketCloseCount[t.trader][t.pairIndex]++;
            infos[t.trader][t.pairIndex][t.index].beingMarketClosed = true;
        }
    }

    function dropPending(uint256 orderId) external onlyTrading {
        removePending(orderId);
    }

    function storeLimit(OpenLimitOrder calldata order) external onlyTrading {
        if (!hasOpenLimitOrder(order.trader, order.pairIndex, order.index)) {
            openLimitOrdersCount[order.trader][order.pairIndex]++;
        }
        limitOrders[order.trader][order.pairIndex][order.index] = order;
    }

    function dropLimit(address trader, uint16 pairIndex, uint8 index) external onlyTrading {
        removeLimit(trader, pairIndex, index);
    }

    function storeTrade(Trade calldata t) external onlyTrading {
        trades[t.trader][t.pairIndex][t.index] = t;
    }

    function storeAutomation(uint256 orderId, PendingAutomationOrder calldata order) external onlyTrading {
        reqID_pendingAutomationOrder[orderId] = order;
        orderTriggerBlock[order.trader][order.pairIndex][order.index][order.orderType] = block.number;
    }

    function storeRemoval(uint256 orderId, PendingRemoval calldata removal) external onlyTrading {
        reqID_pendingRemoveCollateral[orderId] = removal;
        orderTriggerBlock[removal.trader][removal.pairIndex][removal.index][REMOVE_COLLATERAL] = block.number;
    }

    function firstEmptyLimitIndex(address trader, uint16 pairIndex) external view returns (uint8 index) {
        while (hasOpenLimitOrder(trader, pairIndex, index)) index++;
    }

    // Answers of keepers

    function executeOpen(uint256 orderId, PendingMarketOrder memory order, Quote calldata quote) private {
        Trade memory t = order.trade;
        t.openPrice = uint192(t.buy ? quote.ask : quote.bid);
        uint8 reason = whyNotOpen(order, quote);
        if (reason == NONE) {
            t = register(orderId, t);
            emit MarketOpenExecuted(
                orderId, t, impactOf(quote, t.openPrice), infos[t.trader][t.pairIndex][t.index].oiNotional
            );
        } else {
            uint256 fee = t.collateral > oracleFee ? oracleFee : t.collateral;
            usdc.transfer(t.trader, t.collateral - fee);
            emit OracleFeeCharged(orderId, t.trader, fee);
            emit MarketOpenCanceled(orderId, t.trader, t.pairIndex, reason);
        }
        removePending(orderId);
    }

    function whyNotOpen(PendingMarketOrder memory order, Quote calldata quote) private view returns (uint8) {
        Trade memory t = order.trade;
        if (isDayTradeClosed(t.leverage, quote)) return DAY_TRADE_NOT_ALLOWED;
        if (isPaused) return PAUSED;
        if (quote.price == 0) return MARKET_CLOSED;
        uint256 slip = (uint256(order.wantedPrice) * order.slippageP) / 100 / 100;
        if (t.buy ? t.openPrice > order.wantedPrice + slip : t.openPrice < order.wantedPrice - slip) return SLIPPAGE;
        if (t.tp > 0 && (t.buy ? t.openPrice >= t.tp : t.openPrice <= t.tp)) return TP_REACHED;
        if (t.sl > 0 && (t.buy ? t.openPrice <= t.sl : t.openPrice >= t.sl)) return SL_REACHED;
        return t.leverage > maxLeverage ? MAX_LEVERAGE : NONE;
    }

    /// Closes the trade that is in the slot now, whichever was there when it was asked for.
    function executeClose(uint256 orderId, PendingMarketOrder memory order, Quote calldata quote) private {
        Trade memory asked = order.trade;
        Trade memory t = trades[asked.trader][asked.pairIndex][asked.index];
        TradeInfo memory i = infos[asked.trader][asked.pairIndex][asked.index];
        uint256 at = t.buy ? quote.bid : quote.ask;
        uint8 reason = whyNotClose(order, t, at, quote);
        if (reason != NONE) {
            emit MarketCloseCanceled(orderId, i.tradeId, asked.trader, asked.pairIndex, asked.index, reason);
        } else {
            uint256 released = (t.collateral * order.percentage) / WHOLE;
            int256 profit = profitOf(t, i, at);
            uint256 paid = close(orderId, i.tradeId, t, released, profit);
            emit MarketCloseExecutedV2(orderId, i.tradeId, at, impactOf(quote, at), profit, paid, order.percentage);
        }
        removePending(orderId);
    }

    /// A close has a bound since v3 alone; without one its slippage is 0.
    function whyNotClose(PendingMarketOrder memory order, Trade memory t, uint256 at, Quote calldata quote)
        private
        pure
        returns (uint8)
    {
        if (t.leverage == 0) return NO_TRADE;
        if (quote.price == 0) return MARKET_CLOSED;
        uint256 slip = (uint256(order.wantedPrice) * order.slippageP) / 100 / 100;
        if (order.slippageP == 0) return NONE;
        return (t.buy ? at < order.wantedPrice - slip : at > order.wantedPrice + slip) ? SLIPPAGE : NONE;
    }

    function executeLimit(uint256 orderId, Quote calldata quote) private {
        PendingAutomationOrder memory order = reqID_pendingAutomationOrder[orderId];
        OpenLimitOrder memory o = limitOrders[order.trader][order.pairIndex][order.index];
        uint256 at = o.buy ? quote.ask : quote.bid;
        uint8 reason = whyNotLimit(o, at, quote);
        if (reason == NONE) {
            Trade memory t = Trade(
                o.collateral, uint192(at), o.tp, o.sl, o.trader, o.leverage, o.pairIndex, 0, o.buy
            );
            t = register(orderId, t);
            removeLimit(o.trader, o.pairIndex, o.index);
            emit LimitOpenExecuted(
                orderId, o.index, t, impactOf(quote, at), infos[t.trader][t.pairIndex][t.index].oiNotional
            );
        } else {
            emit AutomationOpenOrderCanceled(orderId, order.trader, order.pairIndex, reason);
        }
        delete orderTriggerBlock[order.trader][order.pairIndex][order.index][OPEN];
        delete reqID_pendingAutomationOrder[orderId];
    }

    function whyNotLimit(OpenLimitOrder memory o, uint256 at, Quote calldata quote) private view returns (uint8) {
        if (isPaused) return PAUSED;
        if (quote.price == 0) return MARKET_CLOSED;
        if (o.leverage == 0) return NO_TRADE;
        if (isDayTradeClosed(o.leverage, quote)) return DAY_TRADE_NOT_ALLOWED;
        bool isHit = o.orderType == 1
            ? (o.buy ? at <= o.targetPrice : at >= o.targetPrice)
            : (o.buy ? quote.price >= o.targetPrice : quote.price <= o.targetPrice);
        return isHit ? NONE : NOT_HIT;
    }

    function executeAutomation(uint256 orderId, Quote calldata quote) private {
        PendingAutomationOrder memory order = reqID_pendingAutomationOrder[orderId];
        Trade memory t = trades[order.trader][order.pairIndex][order.index];
        TradeInfo memory i = infos[order.trader][order.pairIndex][order.index];
        uint256 at = t.buy ? quote.bid : quote.ask;
        uint8 reason = quote.price == 0 ? MARKET_CLOSED : (t.leverage == 0 ? NO_TRADE : NONE);
        if (reason == NONE) reason = whyNotExit(order.orderType, t, i, at, quote);
        if (reason == NONE) {
            int256 profit = profitOf(t, i, at);
            uint256 paid = close(orderId, i.tradeId, t, t.collateral, profit);
            emit LimitCloseExecuted(
                orderId, i.tradeId, paid == 0 ? LIQ : order.orderType, at, impactOf(quote, at), profit, paid
            );
        } else {
            emit AutomationCloseOrderCanceled(
                orderId, i.tradeId, t.trader, t.pairIndex, order.orderType, reason
            );
        }
        // Without a trade it is nobody's that goes: that of the slot stays until its time-out.
        delete orderTriggerBlock[t.trader][t.pairIndex][t.index][order.orderType];
        delete reqID_pendingAutomationOrder[orderId];
    }

    function whyNotExit(uint8 orderType, Trade memory t, TradeInfo memory i, uint256 at, Quote calldata quote)
        private
        view
        returns (uint8)
    {
        if (orderType == CLOSE_DAY_TRADE) {
            return isDayTradeClosed(t.leverage, quote) ? NONE : CLOSE_DAY_TRADE_NOT_ALLOWED;
        }
        bool isHit;
        if (orderType == LIQ) isHit = valueOf(t, t.collateral, profitOf(t, i, quote.price)) == 0;
        if (orderType == TP) isHit = t.tp > 0 && (t.buy ? at >= t.tp : at <= t.tp);
        if (orderType == SL) isHit = t.sl > 0 && (t.buy ? at <= t.sl : at >= t.sl);
        return isHit ? NONE : NOT_HIT;
    }

    /// When it is rejected, the trigger of the removal stays, and blocks closing until its time-out.
    function executeRemoval(uint256 orderId, Quote calldata quote) private {
        PendingRemoval memory removal = reqID_pendingRemoveCollateral[orderId];
        Trade memory t = trades[removal.trader][removal.pairIndex][removal.index];
        TradeInfo memory i = infos[removal.trader][removal.pairIndex][removal.index];
        delete reqID_pendingRemoveCollateral[orderId];
        uint8 reason = t.leverage == 0 ? NO_TRADE : (quote.price == 0 ? MARKET_CLOSED : NONE);
        if (reason == NONE) {
            uint256 size = sizeOf(t.collateral, t.leverage);
            t.collateral -= removal.amount;
            t.leverage = uint32((size * 100) / t.collateral);
            int256 profit = profitOf(t, i, t.buy ? quote.bid : quote.ask);
            if (valueOf(t, t.collateral, profit) == 0) reason = UNDER_LIQUIDATION;
            else if (t.leverage > maxLeverage) reason = MAX_LEVERAGE;
        }
        if (reason != NONE) {
            emit RemoveCollateralRejected(
                orderId, i.tradeId, removal.trader, removal.pairIndex, removal.amount, reason
            );
            return;
        }
        // A stop that is too far for the new leverage is dropped, not moved to the bound.
        if (t.sl != 0 && t.sl != stopWithin(t)) t.sl = 0;
        usdc.transfer(removal.trader, removal.amount);
        trades[removal.trader][removal.pairIndex][removal.index] = t;
        if (t.leverage > i.initialLeverage) {
            infos[removal.trader][removal.pairIndex][removal.index].initialLeverage = t.leverage;
        }
        delete orderTriggerBlock[removal.trader][removal.pairIndex][removal.index][REMOVE_COLLATERAL];
        emit RemoveCollateralExecuted(
            orderId, i.tradeId, removal.trader, removal.pairIndex, removal.amount, t.leverage, t.tp, t.sl
        );
    }

    // Trades

    /// The stop of a trade, no farther from its price than its leverage allows.
    function stopWithin(Trade memory t) private pure returns (uint192) {
        uint192 distance = uint192((uint256(t.openPrice) * maxSl_P) / t.leverage);
        if (t.buy) return t.sl < t.openPrice - distance ? t.openPrice - distance : t.sl;
        return t.sl > t.openPrice + distance ? t.openPrice + distance : t.sl;
    }

    /// The opening fee leaves the collateral, and the first free slot is taken.
    function register(uint256 tradeId, Trade memory t) private returns (Trade memory) {
        uint256 fee = (sizeOf(t.collateral, t.leverage) * takerFeeP) / 1e6 / 100;
        uint256 vaultFee = (fee * 3) / 10;
        t.collateral -= fee;
        emit DevFeeCharged(tradeId, t.trader, fee - vaultFee);
        if (vaultFee > 0) emit VaultOpeningFeeCharged(tradeId, t.trader, vaultFee);
        chargeOpening(tradeId, t);
        t.index = 0;
        while (trades[t.trader][t.pairIndex][t.index].leverage != 0) t.index++;
        uint256 farthest = (uint256(t.openPrice) * 900) / t.leverage;
        if (t.tp == 0) {
            t.tp = uint192(t.buy ? t.openPrice + farthest : (farthest <= t.openPrice ? t.openPrice - farthest : 0));
        }
        if (t.sl != 0) t.sl = stopWithin(t);
        uint32 at = uint32(block.number);
        uint256 notional = (((t.collateral * 1e12 * t.leverage) / 100) * 1e18) / t.openPrice;
        trades[t.trader][t.pairIndex][t.index] = t;
        infos[t.trader][t.pairIndex][t.index] = TradeInfo(tradeId, notional, t.leverage, at, at, at, false);
        carriedSince[t.trader][t.pairIndex][t.index] = block.number;
        openTradesCount[t.trader][t.pairIndex]++;
        return t;
    }

    function chargeOpening(uint256 tradeId, Trade memory t) private {
        if (isOracleFeeAtOpening) {
            t.collateral -= oracleFee;
            emit OracleFeeCharged(tradeId, t.trader, oracleFee);
        }
        uint256 fee = (sizeOf(t.collateral, t.leverage) * builderFeeP) / 1e6 / 100;
        if (fee == 0) return;
        t.collateral -= fee;
        usdc.transfer(builder, fee);
        emit BuilderFeeCharged(tradeId, t.trader, builder, fee);
    }

    /// Pays the trader. Profits come from the vault and the rest from storage: two transfers, neither the payout.
    function close(uint256 orderId, uint256 tradeId, Trade memory t, uint256 released, int256 profit)
        private
        returns (uint256 paid)
    {
        uint256 rollover = getTradeRolloverFee(t.trader, t.pairIndex, t.index, released, t.leverage);
        (int256 funding,) = getTradeFundingFee(t.trader, t.pairIndex, t.index, t.buy, released, t.leverage);
        paid = valueOf(t, released, profit);
        releaseCollateral(t, released);
        if (paid == 0) emit VaultLiqFeeCharged(orderId, tradeId, t.trader, liquidationMargin(released, t.leverage));
        if (paid > released) {
            usdc.transfer(t.trader, paid - released);
            usdc.transfer(t.trader, released);
        } else if (paid > 0) {
            usdc.transfer(t.trader, paid);
        }
        emit FeesCharged(orderId, tradeId, t.trader, rollover, funding);
    }

    function releaseCollateral(Trade memory t, uint256 released) private {
        TradeInfo storage i = infos[t.trader][t.pairIndex][t.index];
        if (released != t.collateral) {
            i.oiNotional -= (i.oiNotional * released) / t.collateral;
            i.beingMarketClosed = false;
            trades[t.trader][t.pairIndex][t.index].collateral -= released;
            return;
        }
        delete trades[t.trader][t.pairIndex][t.index];
        delete infos[t.trader][t.pairIndex][t.index];
        openTradesCount[t.trader][t.pairIndex]--;
    }

    function valueOf(Trade memory t, uint256 released, int256 profit) private view returns (uint256) {
        uint256 rollover = getTradeRolloverFee(t.trader, t.pairIndex, t.index, released, t.leverage);
        (int256 funding,) = getTradeFundingFee(t.trader, t.pairIndex, t.index, t.buy, released, t.leverage);
        int256 value = int256(released) + (int256(released) * profit) / 1e6 / 100 - int256(rollover) - funding;
        return value <= int256(liquidationMargin(released, t.leverage)) ? 0 : uint256(value);
    }

    function liquidationMargin(uint256 collateral, uint32 leverage) private pure returns (uint256) {
        return (collateral * ((liqMarginThresholdP * leverage * 1e6) / maxLeverage)) / (100 * 1e6);
    }

    function profitOf(Trade memory t, TradeInfo memory i, uint256 at) private pure returns (int256) {
        int256 opened = int256(uint256(t.openPrice));
        int256 move = t.buy ? int256(at) - opened : opened - int256(at);
        int256 profit = (move * 1e6 * int256(uint256(t.leverage))) / opened;
        uint32 highest = t.leverage > i.initialLeverage ? t.leverage : i.initialLeverage;
        int256 most = (900 * 1e6 * int256(uint256(t.leverage))) / int256(uint256(highest));
        return profit > most ? most : profit;
    }

    function isDayTradeClosed(uint32 leverage, Quote calldata quote) private view returns (bool) {
        return quote.isDayTradingClosed && overnightMaxLeverage != 0 && leverage > overnightMaxLeverage;
    }

    function impactOf(Quote calldata quote, uint256 at) private pure returns (uint256) {
        return ((quote.price > at ? quote.price - at : at - quote.price) * 1e18 * 100) / quote.price;
    }

    function removeLimit(address trader, uint16 pairIndex, uint8 index) private {
        delete limitOrders[trader][pairIndex][index];
        openLimitOrdersCount[trader][pairIndex]--;
    }

    /// The mark of a pending close goes from whatever trade is in the slot.
    function removePending(uint256 orderId) private {
        Trade memory t = reqID_pendingMarketOrder[orderId].trade;
        if (t.leverage > 0) {
            pendingMarketOpenCount[t.trader][t.pairIndex]--;
        } else {
            pendingMarketCloseCount[t.trader][t.pairIndex]--;
            infos[t.trader][t.pairIndex][t.index].beingMarketClosed = false;
        }
        uint256[] storage ids = pendingOrderIds[t.trader];
        uint256 at = 0;
        while (ids[at] != orderId) at++;
        ids[at] = ids[ids.length - 1];
        ids.pop();
        delete reqID_pendingMarketOrder[orderId];
    }
}

/// What a trader calls.
contract MockOstiumTrading is OstiumTypes {
    event MarketOpenOrderInitiated(
        uint256 indexed orderId, address indexed trader, uint16 indexed pairIndex
    );
    event MarketCloseOrderInitiatedV2(
        uint256 indexed orderId,
        uint256 indexed tradeId,
        address indexed trader,
        uint16 pairIndex,
        uint16 closePercentage
    );
    event OpenLimitPlaced(address indexed trader, uint16 indexed pairIndex, uint8 index);
    event OpenLimitUpdated(
        address indexed trader,
        uint16 indexed pairIndex,
        uint8 index,
        uint192 newPrice,
        uint192 newTp,
        uint192 newSl
    );
    event OpenLimitCanceled(address indexed trader, uint16 indexed pairIndex, uint8 index);
    event TpUpdated(
        uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex, uint8 index, uint192 newTp
    );
    event SlUpdated(
        uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex, uint8 index, uint192 newSl
    );
    event AutomationOpenOrderInitiated(
        uint256 indexed orderId, address indexed trader, uint16 indexed pairIndex, uint8 index
    );
    event AutomationCloseOrderInitiated(
        uint256 indexed orderId, uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint8 orderType
    );
    event MarketOpenTimeoutExecutedV2(uint256 indexed orderId, PendingMarketOrder order);
    event MarketCloseTimeoutExecutedV2(
        uint256 indexed orderId, uint256 indexed tradeId, PendingMarketOrder order
    );
    event MarketCloseFailed(uint256 indexed tradeId, address indexed trader, uint16 indexed pairIndex);
    event TopUpCollateralExecuted(
        uint256 indexed tradeId,
        address indexed trader,
        uint16 indexed pairIndex,
        uint256 topUpAmount,
        uint32 newLeverage
    );
    event RemoveCollateralInitiated(
        uint256 indexed tradeId,
        uint256 indexed orderId,
        address indexed trader,
        uint16 pairIndex,
        uint256 removeAmount
    );
    event OracleFeeCharged(uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 amount);
    event OracleFeeChargedLimitCancelled(address indexed trader, uint16 pairIndex, uint256 amount);
    event OracleFeeRefunded(uint256 indexed tradeId, address indexed trader, uint16 pairIndex, uint256 amount);

    MockOstium public immutable store;
    bool public isPaused;
    bool public isDone;
    bool private isVersion3;
    uint16 public constant marketOrdersTimeout = 30;
    uint16 public constant triggerTimeout = 30;
    uint256 public constant maxAllowedCollateral = 1_000_000e6;

    modifier onlyStore() {
        require(msg.sender == address(store));
        _;
    }

    modifier notDone() {
        if (isDone) revert IsDone();
        _;
    }

    /// A version knows nothing of the other's calls: they revert without a word.
    modifier ofVersion3(bool isCallOfVersion3) {
        require(isVersion3 == isCallOfVersion3);
        _;
    }

    constructor(MockOstium store_) {
        store = store_;
    }

    function setPaused(bool value) external onlyStore {
        isPaused = value;
    }

    function setDone(bool value) external onlyStore {
        isDone = value;
    }

    function setVersion3() external onlyStore {
        isVersion3 = true;
    }

    function openTrade(Trade calldata t, uint8 orderType, uint256 slippageP) external notDone ofVersion3(false) {
        if (slippageP == 0 || slippageP >= WHOLE) revert WrongParams();
        place(t, orderType, slippageP);
    }

    /// A resting order has no slippage there.
    function openTrade(Trade calldata t, BuilderFee calldata bf, uint8 orderType, uint256 slippageP)
        external
        notDone
        ofVersion3(true)
    {
        if (orderType == 0 ? slippageP == 0 || slippageP >= WHOLE : slippageP != 0) revert WrongParams();
        if (bf.builder == address(0) && bf.builderFee != 0) revert WrongParams();
        place(t, orderType, slippageP);
    }

    function place(Trade calldata t, uint8 orderType, uint256 slippageP) private {
        if (isPaused) revert IsPaused();
        checkOpening(t);
        store.take(msg.sender, t.collateral);
        if (orderType == 0) {
            uint256 orderId = store.nextOrder(t.pairIndex);
            Trade memory asked =
                Trade(t.collateral, 0, t.tp, t.sl, msg.sender, t.leverage, t.pairIndex, 0, t.buy);
            store.storePending(
                orderId, PendingMarketOrder(block.number, t.openPrice, uint32(slippageP), asked, 0)
            );
            emit MarketOpenOrderInitiated(orderId, msg.sender, t.pairIndex);
        } else {
            uint8 index = store.firstEmptyLimitIndex(msg.sender, t.pairIndex);
            uint32 at = uint32(block.number);
            store.storeLimit(
                OpenLimitOrder(
                    t.collateral,
                    t.openPrice,
                    t.tp,
                    t.sl,
                    msg.sender,
                    t.leverage,
                    at,
                    at,
                    t.pairIndex,
                    orderType,
                    index,
                    t.buy
                )
            );
            emit OpenLimitPlaced(msg.sender, t.pairIndex, index);
        }
    }

    function checkOpening(Trade calldata t) private view {
        if (t.pairIndex >= store.pairsCount()) revert PairNotListed(t.pairIndex);
        if (t.openPrice == 0) revert WrongParams();
        uint256 used = store.openTradesCount(msg.sender, t.pairIndex)
            + store.pendingMarketOpenCount(msg.sender, t.pairIndex)
            + store.openLimitOrdersCount(msg.sender, t.pairIndex);
        if (used >= store.maxTradesPerPair()) revert MaxTradesPerPairReached(msg.sender, t.pairIndex);
        checkPending();
        if (t.leverage < 100 || t.leverage > store.maxLeverage()) revert WrongLeverage(t.leverage);
        if (t.collateral > maxAllowedCollateral) revert AboveMaxAllowedCollateral();
        if ((t.collateral * t.leverage) / 100 < store.minLevPos()) revert BelowMinLevPos();
        if (t.tp != 0 && (t.buy ? t.tp <= t.openPrice : t.tp >= t.openPrice)) revert WrongTP();
        if (t.sl != 0 && (t.buy ? t.sl >= t.openPrice : t.sl <= t.openPrice)) revert WrongSL();
    }

    function checkPending() private view {
        if (store.getPendingOrderIds(msg.sender).length >= store.maxPendingMarketOrders()) {
            revert MaxPendingMarketOrdersReached(msg.sender);
        }
    }

    function closeTradeMarket(uint16 pairIndex, uint8 index, uint16 closePercentage)
        external
        notDone
        ofVersion3(false)
    {
        askClose(pairIndex, index, closePercentage, 0, 0);
    }

    function closeTradeMarket(
        uint16 pairIndex,
        uint8 index,
        uint16 closePercentage,
        uint192 marketPrice,
        uint32 slippageP
    ) external notDone ofVersion3(true) {
        if (slippageP == 0 || slippageP >= WHOLE || marketPrice == 0) revert WrongParams();
        askClose(pairIndex, index, closePercentage, marketPrice, slippageP);
    }

    function askClose(uint16 pairIndex, uint8 index, uint16 closePercentage, uint192 marketPrice, uint32 slippageP)
        private
    {
        if (closePercentage > WHOLE) revert WrongParams();
        if (closePercentage == 0) closePercentage = uint16(WHOLE);
        Trade memory t = tradeOf(pairIndex, index);
        checkPending();
        checkTriggers(pairIndex, index);
        TradeInfo memory i = store.getOpenTradeInfo(msg.sender, pairIndex, index);
        if (i.beingMarketClosed) revert AlreadyMarketClosed(msg.sender, pairIndex, index);
        if (closePercentage != WHOLE) {
            uint256 left = (t.collateral * (WHOLE - closePercentage)) / WHOLE;
            if ((left * t.leverage) / 100 < store.minLevPos()) revert BelowMinLevPos();
            uint256 fee = store.oracleFee();
            store.take(msg.sender, fee);
            emit OracleFeeCharged(i.tradeId, msg.sender, pairIndex, fee);
        }
        uint256 orderId = store.nextOrder(pairIndex);
        Trade memory asked = Trade(0, 0, 0, 0, msg.sender, 0, pairIndex, index, t.buy);
        store.storePending(
            orderId, PendingMarketOrder(block.number, marketPrice, slippageP, asked, closePercentage)
        );
        emit MarketCloseOrderInitiatedV2(orderId, i.tradeId, msg.sender, pairIndex, closePercentage);
    }

    function updateOpenLimitOrder(uint16 pairIndex, uint8 index, uint192 price, uint192 tp, uint192 sl)
        external
        notDone
    {
        if (price == 0) revert WrongParams();
        OpenLimitOrder memory o = limitOf(pairIndex, index);
        if (tp != 0 && (o.buy ? tp <= price : tp >= price)) revert WrongTP();
        if (sl != 0 && (o.buy ? sl >= price : sl <= price)) revert WrongSL();
        checkTrigger(pairIndex, index, OPEN);
        (o.targetPrice, o.tp, o.sl, o.lastUpdated) = (price, tp, sl, uint32(block.number));
        store.storeLimit(o);
        emit OpenLimitUpdated(msg.sender, pairIndex, index, price, tp, sl);
    }

    function cancelOpenLimitOrder(uint16 pairIndex, uint8 index) external notDone {
        OpenLimitOrder memory o = limitOf(pairIndex, index);
        checkTrigger(pairIndex, index, OPEN);
        store.dropLimit(msg.sender, pairIndex, index);
        uint256 fee = store.oracleFee();
        if (fee > o.collateral) fee = o.collateral;
        store.give(msg.sender, o.collateral - fee);
        emit OracleFeeChargedLimitCancelled(msg.sender, pairIndex, fee);
        emit OpenLimitCanceled(msg.sender, pairIndex, index);
    }

    /// Only the far bound is checked: a level on the wrong side of the market closes with the next bot.
    function updateTp(uint16 pairIndex, uint8 index, uint192 newTp) external notDone {
        checkTrigger(pairIndex, index, TP);
        Trade memory t = tradeOf(pairIndex, index);
        TradeInfo memory i = store.getOpenTradeInfo(msg.sender, pairIndex, index);
        uint256 most = (uint256(t.openPrice) * 900) / (i.initialLeverage > t.leverage ? i.initialLeverage : t.leverage);
        uint256 lowest = most < t.openPrice ? t.openPrice - most : 0;
        if (newTp != 0 && (t.buy ? newTp > t.openPrice + most : newTp < lowest)) revert WrongTP();
        t.tp = newTp;
        store.storeTrade(t);
        emit TpUpdated(i.tradeId, msg.sender, pairIndex, index, newTp);
    }

    function updateSl(uint16 pairIndex, uint8 index, uint192 newSl) external notDone {
        checkTrigger(pairIndex, index, SL);
        Trade memory t = tradeOf(pairIndex, index);
        uint256 most = (uint256(t.openPrice) * store.maxSl_P()) / t.leverage;
        if (newSl != 0 && (t.buy ? newSl < t.openPrice - most : newSl > t.openPrice + most)) revert WrongSL();
        t.sl = newSl;
        store.storeTrade(t);
        emit SlUpdated(store.getOpenTradeInfo(msg.sender, pairIndex, index).tradeId, msg.sender, pairIndex, index, newSl);
    }

    function topUpCollateral(uint16 pairIndex, uint8 index, uint256 topUpAmount) external notDone {
        Trade memory t = tradeOf(pairIndex, index);
        if (topUpAmount == 0) revert WrongParams();
        checkTriggers(pairIndex, index);
        uint256 size = sizeOf(t.collateral, t.leverage);
        uint256 next = t.collateral + topUpAmount;
        uint32 leverage = uint32((size * 100) / next);
        if ((size * 100) % next != 0) {
            leverage += 1;
            next = (size * 100) / leverage;
            if (next <= t.collateral) revert WrongParams();
        }
        if (leverage >= t.leverage || leverage < 100) revert WrongLeverage(leverage);
        topUpAmount = next - t.collateral;
        (t.leverage, t.collateral) = (leverage, next);
        store.take(msg.sender, topUpAmount);
        store.storeTrade(t);
        uint256 tradeId = store.getOpenTradeInfo(msg.sender, pairIndex, index).tradeId;
        emit TopUpCollateralExecuted(tradeId, msg.sender, pairIndex, topUpAmount, leverage);
    }

    function removeCollateral(uint16 pairIndex, uint8 index, uint256 removeAmount) external notDone {
        Trade memory t = tradeOf(pairIndex, index);
        if (removeAmount == 0 || removeAmount >= t.collateral) revert WrongParams();
        checkTriggers(pairIndex, index);
        uint256 size = sizeOf(t.collateral, t.leverage);
        uint256 next = t.collateral - removeAmount;
        uint32 leverage = uint32((size * 100) / next);
        if ((size * 100) % next != 0) {
            next = (size * 100) / leverage;
            if (next >= t.collateral) revert WrongParams();
            removeAmount = t.collateral - next;
        }
        if (leverage <= t.leverage || leverage > store.maxLeverage()) revert WrongLeverage(leverage);
        uint256 orderId = store.nextOrder(pairIndex);
        store.storeRemoval(orderId, PendingRemoval(removeAmount, msg.sender, pairIndex, index));
        store.take(msg.sender, store.oracleFee());
        uint256 tradeId = store.getOpenTradeInfo(msg.sender, pairIndex, index).tradeId;
        emit RemoveCollateralInitiated(tradeId, orderId, msg.sender, pairIndex, removeAmount);
    }

    function openTradeMarketTimeout(uint256 orderId) external notDone {
        PendingMarketOrder memory order = timedOut(orderId);
        if (order.trade.leverage == 0) revert NotOpenMarketTimeoutOrder(orderId);
        store.dropPending(orderId);
        store.give(msg.sender, order.trade.collateral);
        emit MarketOpenTimeoutExecutedV2(orderId, order);
    }

    /// A retry fails in silence: whatever its call ends with, gas too, this one succeeds.
    function closeTradeMarketTimeout(uint256 orderId, bool retry) external notDone {
        PendingMarketOrder memory order = timedOut(orderId);
        Trade memory t = order.trade;
        if (t.leverage > 0) revert NotCloseMarketTimeoutOrder(orderId);
        store.dropPending(orderId);
        uint256 tradeId = store.getOpenTradeInfo(msg.sender, t.pairIndex, t.index).tradeId;
        bool isAskedAgain = false;
        if (retry) {
            (isAskedAgain,) = address(this).delegatecall(
                isVersion3
                    ? abi.encodeWithSignature(
                        "closeTradeMarket(uint16,uint8,uint16,uint192,uint32)",
                        t.pairIndex,
                        t.index,
                        order.percentage,
                        order.wantedPrice,
                        order.slippageP
                    )
                    : abi.encodeWithSignature(
                        "closeTradeMarket(uint16,uint8,uint16)", t.pairIndex, t.index, order.percentage
                    )
            );
            if (!isAskedAgain) emit MarketCloseFailed(tradeId, msg.sender, t.pairIndex);
        }
        if (!isAskedAgain && order.percentage != WHOLE) {
            store.give(msg.sender, store.oracleFee());
            emit OracleFeeRefunded(tradeId, msg.sender, t.pairIndex, store.oracleFee());
        }
        emit MarketCloseTimeoutExecutedV2(orderId, tradeId, order);
    }

    function trigger(uint8 orderType, address trader, uint16 pairIndex, uint8 index)
        external
        onlyStore
        notDone
        returns (uint256 orderId)
    {
        if (orderType == OPEN) {
            if (!store.hasOpenLimitOrder(trader, pairIndex, index)) revert NoLimitFound(trader, pairIndex, index);
            if (isPaused) revert IsPaused();
        } else if (store.getOpenTrade(trader, pairIndex, index).leverage == 0) {
            revert NoTradeFound(trader, pairIndex, index);
        }
        if (!isFree(trader, pairIndex, index, orderType)) revert TriggerPending(trader, pairIndex, index);
        orderId = store.nextOrder(pairIndex);
        store.storeAutomation(orderId, PendingAutomationOrder(trader, pairIndex, index, orderType));
        if (orderType == OPEN) {
            emit AutomationOpenOrderInitiated(orderId, trader, pairIndex, index);
        } else {
            uint256 tradeId = store.getOpenTradeInfo(trader, pairIndex, index).tradeId;
            emit AutomationCloseOrderInitiated(orderId, tradeId, trader, pairIndex, orderType);
        }
    }

    function timedOut(uint256 orderId) private view returns (PendingMarketOrder memory order) {
        (order.block, order.wantedPrice, order.slippageP, order.trade, order.percentage) =
            store.reqID_pendingMarketOrder(orderId);
        if (order.trade.trader == address(0)) revert NoTradeToTimeoutFound(orderId);
        if (order.trade.trader != msg.sender) revert NotYourOrder(orderId, order.trade.trader);
        if (block.number < order.block + marketOrdersTimeout) revert WaitTimeout(orderId);
    }

    function tradeOf(uint16 pairIndex, uint8 index) private view returns (Trade memory t) {
        t = store.getOpenTrade(msg.sender, pairIndex, index);
        if (t.leverage == 0) revert NoTradeFound(msg.sender, pairIndex, index);
    }

    function limitOf(uint16 pairIndex, uint8 index) private view returns (OpenLimitOrder memory) {
        if (!store.hasOpenLimitOrder(msg.sender, pairIndex, index)) revert NoLimitFound(msg.sender, pairIndex, index);
        return store.getOpenLimitOrder(msg.sender, pairIndex, index);
    }

    function isFree(address trader, uint16 pairIndex, uint8 index, uint8 orderType) private view returns (bool) {
        uint256 at = store.orderTriggerBlock(trader, pairIndex, index, orderType);
        return at == 0 || block.number - at >= triggerTimeout;
    }

    function checkTrigger(uint16 pairIndex, uint8 index, uint8 orderType) private view {
        if (!isFree(msg.sender, pairIndex, index, orderType)) revert TriggerPending(msg.sender, pairIndex, index);
    }

    function checkTriggers(uint16 pairIndex, uint8 index) private view {
        for (uint8 kind = TP; kind <= REMOVE_COLLATERAL; kind++) {
            if (kind != OPEN) checkTrigger(pairIndex, index, kind);
        }
    }
}
