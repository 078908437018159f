// SPDX-License-Identifier: MIT
pragma solidity 0.8.29;

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The pool of a market: it keeps the collateral and pays profits out of the USDC that a test mints to it.
contract MockGmxPool {
    address private immutable venue = msg.sender;

    function pay(Token token, address to, uint256 value) external {
        require(msg.sender == venue, "not the venue");
        token.transfer(to, value);
    }
}

/// GMX v2.2 for tests, all of its contracts at one address: router, vault, reader, store of settings and events have
/// the signatures of the real ones and count sizes, profits and fees as they do. The test is the oracle and the
/// keeper: it names the prices, says when an order is executed or frozen, liquidates, and lets fees run up.
/// Collateral is USDC at exactly one dollar; a profit costs what it is told to turn it into USDC, and is paid in the
/// market's token where the pool cannot.
contract MockGmx {
    struct Market {
        MockGmxPool pool;
        address indexToken;
        bool isSwapOff;
    }

    struct NewAddresses {
        address receiver;
        address cancellationReceiver;
        address callbackContract;
        address uiFeeReceiver;
        address market;
        address initialCollateralToken;
        address[] swapPath;
    }
    struct NewNumbers {
        uint256 sizeDeltaUsd;
        uint256 initialCollateralDeltaAmount;
        uint256 triggerPrice;
        uint256 acceptablePrice;
        uint256 executionFee;
        uint256 callbackGasLimit;
        uint256 minOutputAmount;
        uint256 validFromTime;
    }
    struct NewOrder {
        NewAddresses addresses;
        NewNumbers numbers;
        uint8 orderType;
        uint8 decreasePositionSwapType;
        bool isLong;
        bool shouldUnwrapNativeToken;
        bool autoCancel;
        bytes32 referralCode;
        bytes32[] dataList;
    }

    struct OrderAddresses {
        address account;
        address receiver;
        address cancellationReceiver;
        address callbackContract;
        address uiFeeReceiver;
        address market;
        address initialCollateralToken;
        address[] swapPath;
    }
    struct OrderNumbers {
        uint8 orderType;
        uint8 decreasePositionSwapType;
        uint256 sizeDeltaUsd;
        uint256 initialCollateralDeltaAmount;
        uint256 triggerPrice;
        uint256 acceptablePrice;
        uint256 executionFee;
        uint256 callbackGasLimit;
        uint256 minOutputAmount;
        uint256 updatedAtTime;
        uint256 validFromTime;
        uint256 srcChainId;
    }
    struct OrderFlags {
        bool isLong;
        bool shouldUnwrapNativeToken;
        bool isFrozen;
        bool autoCancel;
    }
    struct Order {
        OrderAddresses addresses;
        OrderNumbers numbers;
        OrderFlags flags;
        bytes32[] dataList;
    }
    struct OrderInfo {
        bytes32 orderKey;
        Order order;
    }

    struct PositionAddresses {
        address account;
        address market;
        address collateralToken;
    }
    struct PositionNumbers {
        uint256 sizeInUsd;
        uint256 sizeInTokens;
        uint256 collateralAmount;
        int256 pendingImpactAmount;
        uint256 borrowingFactor;
        uint256 fundingFeeAmountPerSize;
        uint256 longTokenClaimableFundingAmountPerSize;
        uint256 shortTokenClaimableFundingAmountPerSize;
        uint256 increasedAtTime;
        uint256 decreasedAtTime;
    }
    struct PositionFlags {
        bool isLong;
    }
    struct Position {
        PositionAddresses addresses;
        PositionNumbers numbers;
        PositionFlags flags;
    }

    struct AddressItem { string key; address value; }
    struct AddressListItem { string key; address[] value; }
    struct AddressItems { AddressItem[] items; AddressListItem[] arrayItems; }
    struct UintItem { string key; uint256 value; }
    struct UintListItem { string key; uint256[] value; }
    struct UintItems { UintItem[] items; UintListItem[] arrayItems; }
    struct IntItem { string key; int256 value; }
    struct IntListItem { string key; int256[] value; }
    struct IntItems { IntItem[] items; IntListItem[] arrayItems; }
    struct BoolItem { string key; bool value; }
    struct BoolListItem { string key; bool[] value; }
    struct BoolItems { BoolItem[] items; BoolListItem[] arrayItems; }
    struct Bytes32Item { string key; bytes32 value; }
    struct Bytes32ListItem { string key; bytes32[] value; }
    struct Bytes32Items { Bytes32Item[] items; Bytes32ListItem[] arrayItems; }
    struct BytesItem { string key; bytes value; }
    struct BytesListItem { string key; bytes[] value; }
    struct BytesItems { BytesItem[] items; BytesListItem[] arrayItems; }
    struct StringItem { string key; string value; }
    struct StringListItem { string key; string[] value; }
    struct StringItems { StringItem[] items; StringListItem[] arrayItems; }
    struct EventLogData {
        AddressItems addressItems;
        UintItems uintItems;
        IntItems intItems;
        BoolItems boolItems;
        Bytes32Items bytes32Items;
        BytesItems bytesItems;
        StringItems stringItems;
    }

    event EventLog1(
        address msgSender,
        string eventName,
        string indexed eventNameHash,
        bytes32 indexed topic1,
        EventLogData eventData
    );
    event EventLog2(
        address msgSender,
        string eventName,
        string indexed eventNameHash,
        bytes32 indexed topic1,
        bytes32 indexed topic2,
        EventLogData eventData
    );

    error DisabledFeature(bytes32 key);
    error EmptyOrder();
    error EmptyPosition();
    error InsufficientCollateralAmount(uint256 collateralAmount, int256 collateralDeltaAmount);
    error InsufficientExecutionFee(uint256 minExecutionFee, uint256 executionFee);
    error InsufficientFundsToPayForCosts(uint256 remainingCostUsd, string step);
    error InsufficientWntAmountForExecutionFee(uint256 wntAmount, uint256 executionFee);
    error InvalidClaimFundingFeesInput(uint256 marketsLength, uint256 tokensLength);
    error InvalidDecreaseOrderSize(uint256 sizeDeltaUsd, uint256 positionSizeInUsd);
    error InvalidOrderPrices(uint256 priceMin, uint256 priceMax, uint256 triggerPrice, uint256 orderType);
    error InvalidPositionMarket(address market);
    error OrderNotFulfillableAtAcceptablePrice(uint256 price, uint256 acceptablePrice);
    error OrderNotUpdatable(uint256 orderType);
    error OrderTypeCannotBeCreated(uint256 orderType);
    error RequestNotYetCancellable(uint256 requestAge, uint256 requestExpirationAge, string requestType);
    error Unauthorized(address msgSender, string role);

    uint8 private constant MARKET_INCREASE = 2;
    uint8 private constant LIMIT_INCREASE = 3;
    uint8 private constant MARKET_DECREASE = 4;
    uint8 private constant LIMIT_DECREASE = 5;
    uint8 private constant STOP_LOSS_DECREASE = 6;
    uint8 private constant LIQUIDATION = 7;
    uint8 private constant STOP_INCREASE = 8;

    uint256 private constant ONE = 10 ** 30;
    /// Dollars × 10^30 in the smallest unit of USDC.
    uint256 private constant USDC_PRICE = 10 ** 24;
    uint256 private constant FUNDING_ONE = 10 ** 45;
    uint256 private constant ORACLE_PRICES = 3;

    Token public immutable usdc;
    mapping(address => Market) public markets;
    mapping(bytes32 => uint256) public getUint;
    mapping(bytes32 => bool) public getBool;
    /// Of a size, × 10^30.
    uint256 public positionFeeFactor;
    /// Of a profit that is turned into USDC, × 10^30.
    uint256 public profitSwapFeeFactor;
    /// Wei that a keeper takes for each order, as far as its fee goes.
    uint256 public keeperFee;

    mapping(bytes32 => Order) private orders;
    mapping(bytes32 => Position) private positions;
    mapping(address => bytes32[]) private orderKeys;
    mapping(address => bytes32[]) private positionKeys;
    uint256 private lastKey;
    uint256 private usdcInOrders;
    uint256 private wntInOrders;
    uint256 private wntReceived;

    constructor(Token usdc_) {
        usdc = usdc_;
        setGas(600_000, 250_000, 3_000_000, 1_000_000);
        getUint[nameKey("REQUEST_EXPIRATION_TIME")] = 300;
    }

    receive() external payable {}

    // The test's own.

    /// The token of a new market, which is its pool.
    function addMarket(address indexToken) external returns (address) {
        MockGmxPool pool = new MockGmxPool();
        markets[address(pool)] = Market(pool, indexToken, false);
        lastMarket = address(pool);
        return address(pool);
    }

    address public lastMarket;

    /// Whether profits of a market stay in its token, which its pool has to have.
    function setSwapOff(address market, bool isSwapOff) external {
        markets[market].isSwapOff = isSwapOff;
    }

    function setFees(uint256 positionFee, uint256 profitSwapFee, uint256 keeper) external {
        (positionFeeFactor, profitSwapFeeFactor, keeperFee) = (positionFee, profitSwapFee, keeper);
    }

    function setGas(uint256 base, uint256 forOraclePrice, uint256 forOrder, uint256 forSwap) public {
        getUint[nameKey("ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1")] = base;
        getUint[nameKey("ESTIMATED_GAS_FEE_PER_ORACLE_PRICE")] = forOraclePrice;
        getUint[nameKey("ESTIMATED_GAS_FEE_MULTIPLIER_FACTOR")] = ONE;
        getUint[nameKey("INCREASE_ORDER_GAS_LIMIT")] = forOrder;
        getUint[nameKey("DECREASE_ORDER_GAS_LIMIT")] = forOrder;
        getUint[nameKey("SINGLE_SWAP_GAS_LIMIT")] = forSwap;
    }

    /// Whether orders of a type are refused, as GMX does when it pauses.
    function setDisabled(uint256 orderType, bool isDisabled) external {
        getBool[disabledKey(orderType)] = isDisabled;
    }

    /// Time passes for one side of a market: borrowing × 10^30, funding × 10^45 for each dollar × 10^30 of size.
    function accrue(address market, bool isLong, uint256 borrowing, uint256 fundingPaid, uint256 fundingEarned) external {
        getUint[keccak256(abi.encode(nameKey("CUMULATIVE_BORROWING_FACTOR"), market, isLong))] += borrowing;
        getUint[fundingKey("FUNDING_FEE_AMOUNT_PER_SIZE", market, isLong)] += fundingPaid;
        getUint[fundingKey("CLAIMABLE_FUNDING_AMOUNT_PER_SIZE", market, isLong)] += fundingEarned;
    }

    // The exchange router.

    function orderHandler() external view returns (address) {
        return address(this);
    }

    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i; i < data.length; i++) {
            (bool isDone, bytes memory result) = address(this).delegatecall(data[i]);
            if (!isDone) {
                assembly {
                    revert(add(result, 32), mload(result))
                }
            }
            results[i] = result;
        }
    }

    function sendWnt(address receiver, uint256 amount) external payable {
        require(receiver == address(this), "not the vault");
        wntReceived += amount;
        require(address(this).balance >= wntInOrders + wntReceived, "native token not sent");
    }

    function sendTokens(Token token, address receiver, uint256 amount) external payable {
        require(receiver == address(this), "not the vault");
        token.transferFrom(msg.sender, receiver, amount);
    }

    function createOrder(NewOrder calldata order) external payable returns (bytes32 key) {
        uint8 orderType = order.orderType;
        if (getBool[disabledKey(orderType)]) revert DisabledFeature(disabledKey(orderType));
        bool isIncrease = isIncreaseType(orderType);
        if (!isIncrease && !isDecreaseType(orderType)) revert OrderTypeCannotBeCreated(orderType);
        if (address(markets[order.addresses.market].pool) == address(0))
            revert InvalidPositionMarket(order.addresses.market);
        uint256 collateral = order.numbers.initialCollateralDeltaAmount;
        if (isIncrease) {
            collateral = usdc.balanceOf(address(this)) - usdcInOrders;
            usdcInOrders += collateral;
        }
        if (order.numbers.sizeDeltaUsd == 0 && collateral == 0) revert EmptyOrder();
        uint256 fee = wntReceived;
        if (fee < order.numbers.executionFee) revert InsufficientWntAmountForExecutionFee(fee, order.numbers.executionFee);
        wntReceived = 0;
        wntInOrders += fee;
        checkFee(order.decreasePositionSwapType, fee);

        key = nextKey();
        Order storage stored = orders[key];
        stored.addresses = OrderAddresses(
            msg.sender,
            order.addresses.receiver,
            order.addresses.cancellationReceiver,
            order.addresses.callbackContract,
            order.addresses.uiFeeReceiver,
            order.addresses.market,
            order.addresses.initialCollateralToken,
            order.addresses.swapPath
        );
        stored.numbers = OrderNumbers(
            orderType,
            order.decreasePositionSwapType,
            order.numbers.sizeDeltaUsd,
            collateral,
            order.numbers.triggerPrice,
            order.numbers.acceptablePrice,
            fee,
            order.numbers.callbackGasLimit,
            order.numbers.minOutputAmount,
            block.timestamp,
            order.numbers.validFromTime,
            0
        );
        stored.flags = OrderFlags(order.isLong, order.shouldUnwrapNativeToken, false, order.autoCancel);
        orderKeys[msg.sender].push(key);
        emitOrderCreated(key, stored);
    }

    function updateOrder(
        bytes32 key,
        uint256 sizeDeltaUsd,
        uint256 acceptablePrice,
        uint256 triggerPrice,
        uint256 minOutputAmount,
        uint256 validFromTime,
        bool autoCancel
    ) external payable {
        Order storage order = ownOrder(key);
        if (isMarketType(order.numbers.orderType)) revert OrderNotUpdatable(order.numbers.orderType);
        order.numbers.sizeDeltaUsd = sizeDeltaUsd;
        order.numbers.acceptablePrice = acceptablePrice;
        order.numbers.triggerPrice = triggerPrice;
        order.numbers.minOutputAmount = minOutputAmount;
        order.numbers.validFromTime = validFromTime;
        order.numbers.executionFee += wntReceived;
        order.numbers.updatedAtTime = block.timestamp;
        order.flags.autoCancel = autoCancel;
        order.flags.isFrozen = false;
        wntInOrders += wntReceived;
        wntReceived = 0;
        checkFee(order.numbers.decreasePositionSwapType, order.numbers.executionFee);
        emitOrderUpdated(key, order);
    }

    function cancelOrder(bytes32 key) external payable {
        Order storage order = ownOrder(key);
        if (isMarketType(order.numbers.orderType)) {
            uint256 age = block.timestamp - order.numbers.updatedAtTime;
            uint256 expiry = getUint[nameKey("REQUEST_EXPIRATION_TIME")];
            if (age < expiry) revert RequestNotYetCancellable(age, expiry, "Order");
        }
        cancel(key, "USER_INITIATED_CANCEL", "", msg.sender);
    }

    function claimFundingFees(address[] calldata claimed, address[] calldata tokens, address receiver)
        external
        payable
        returns (uint256[] memory amounts)
    {
        if (claimed.length != tokens.length) revert InvalidClaimFundingFeesInput(claimed.length, tokens.length);
        amounts = new uint256[](claimed.length);
        for (uint256 i; i < claimed.length; i++) {
            bytes32 key = claimableKey(claimed[i], tokens[i], msg.sender);
            amounts[i] = getUint[key];
            getUint[key] = 0;
            markets[claimed[i]].pool.pay(Token(tokens[i]), receiver, amounts[i]);
            emitFundingClaimed(claimed[i], tokens[i], receiver, amounts[i]);
        }
    }

    // The reader.

    function getAccountPositions(address, address account, uint256, uint256)
        external
        view
        returns (Position[] memory list)
    {
        bytes32[] storage keys = positionKeys[account];
        list = new Position[](keys.length);
        for (uint256 i; i < keys.length; i++) list[i] = positions[keys[i]];
    }

    function getAccountOrders(address, address account, uint256, uint256)
        external
        view
        returns (OrderInfo[] memory list)
    {
        bytes32[] storage keys = orderKeys[account];
        list = new OrderInfo[](keys.length);
        for (uint256 i; i < keys.length; i++) list[i] = OrderInfo(keys[i], orders[keys[i]]);
    }

    // The keeper, whoever it is.

    struct Execution {
        bytes32 key;
        uint256 priceMin;
        uint256 priceMax;
        /// Of this order, dollars × 10^30, negative: against the trader.
        int256 impactUsd;
        uint256 secondaryType;
        address keeper;
    }

    /// As an order keeper does: one that cannot be filled is cancelled or, if it waited for a price, frozen.
    function executeOrder(bytes32 key, uint256 priceMin, uint256 priceMax, int256 impactUsd) external {
        Execution memory execution = Execution(key, priceMin, priceMax, impactUsd, 0, msg.sender);
        try this.execute(execution) {}
        catch (bytes memory reason) {
            bytes4 selector = bytes4(reason);
            uint8 orderType = orders[key].numbers.orderType;
            bool isTooEarly = selector == InvalidOrderPrices.selector || selector == EmptyOrder.selector;
            if (isTooEarly || (!isMarketType(orderType) && selector == EmptyPosition.selector)) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
            if (isMarketType(orderType)) cancel(key, "", reason, msg.sender);
            else freeze(key, reason);
        }
    }

    function freezeOrder(bytes32 key, bytes calldata reason) external {
        freeze(key, reason);
    }

    function liquidate(address account, address market, bool isLong, uint256 priceMin, uint256 priceMax) external {
        Position storage position = positions[positionKey(account, market, isLong)];
        bytes32 key = createOwn(account, market, isLong, LIQUIDATION, position.numbers.sizeInUsd);
        this.execute(Execution(key, priceMin, priceMax, 0, 0, msg.sender));
    }

    function autoDeleverage(
        address account,
        address market,
        bool isLong,
        uint256 sizeDeltaUsd,
        uint256 priceMin,
        uint256 priceMax
    ) external {
        bytes32 key = createOwn(account, market, isLong, MARKET_DECREASE, sizeDeltaUsd);
        this.execute(Execution(key, priceMin, priceMax, 0, 1, msg.sender));
    }

    function execute(Execution calldata execution) external {
        require(msg.sender == address(this), "only for the keeper's functions");
        Order memory order = orders[execution.key];
        if (order.addresses.account == address(0)) revert EmptyOrder();
        checkTrigger(order, execution);
        removeOrder(execution.key, order.addresses.account);
        emitOraclePrice(markets[order.addresses.market].indexToken, execution);
        if (isIncreaseType(order.numbers.orderType)) increase(order, execution);
        else decrease(order, execution);
        emitOrderExecuted(execution, order.addresses.account);
        payKeeper(order, execution.keeper, order.addresses.receiver);
        if (!isIncreaseType(order.numbers.orderType)) cancelExits(order, execution.keeper);
    }

    // Positions.

    struct Fees {
        uint256 position;
        uint256 borrowing;
        uint256 funding;
        uint256 earned;
        uint256 total;
    }

    function increase(Order memory order, Execution calldata execution) private {
        bytes32 key = positionKey(order.addresses.account, order.addresses.market, order.flags.isLong);
        Position storage position = positions[key];
        if (position.numbers.sizeInUsd == 0) {
            position.addresses = PositionAddresses(order.addresses.account, order.addresses.market, address(usdc));
            position.flags = PositionFlags(order.flags.isLong);
            settleTime(position);
        }
        bool isLong = order.flags.isLong;
        uint256 size = order.numbers.sizeDeltaUsd;
        uint256 tokens = isLong ? size / execution.priceMax : divideUp(size, execution.priceMin);
        uint256 executionPrice = isLong ? execution.priceMax : execution.priceMin;
        int256 impactTokens;
        if (size > 0) {
            impactTokens = execution.impactUsd > 0
                ? execution.impactUsd / int256(execution.priceMax)
                : -int256(divideUp(uint256(-execution.impactUsd), execution.priceMin));
            executionPrice = size / uint256(isLong ? int256(tokens) + impactTokens : int256(tokens) - impactTokens);
            checkAcceptable(executionPrice, order.numbers.acceptablePrice, isLong);
        }
        Fees memory fees = feesOf(position, size);
        int256 change = int256(order.numbers.initialCollateralDeltaAmount) - int256(fees.total);
        int256 collateral = int256(position.numbers.collateralAmount) + change;
        if (collateral < 0) revert InsufficientCollateralAmount(position.numbers.collateralAmount, change);

        usdcInOrders -= order.numbers.initialCollateralDeltaAmount;
        usdc.transfer(order.addresses.market, order.numbers.initialCollateralDeltaAmount);
        if (position.numbers.sizeInUsd == 0) positionKeys[order.addresses.account].push(key);
        position.numbers.sizeInUsd += size;
        position.numbers.sizeInTokens += tokens;
        position.numbers.collateralAmount = uint256(collateral);
        position.numbers.pendingImpactAmount += impactTokens;
        position.numbers.increasedAtTime = block.timestamp;
        settleTime(position);
        earnFunding(position, fees.earned);
        emitFees(execution.key, order.addresses.market, fees);
        emitIncrease(position, order, execution, [executionPrice, size, tokens], [change, execution.impactUsd, impactTokens]);
    }

    struct Closing {
        uint256 size;
        uint256 tokens;
        uint256 indexPrice;
        uint256 executionPrice;
        int256 profit;
        int256 impact;
        /// Of the market's token, to the wallet.
        uint256 unswapped;
        /// USDC to the wallet, and left as collateral.
        uint256 output;
        uint256 collateral;
        uint256 unpaid;
    }

    function decrease(Order memory order, Execution calldata execution) private {
        Position storage position = positions[positionKey(order.addresses.account, order.addresses.market, order.flags.isLong)];
        if (position.numbers.sizeInUsd == 0) revert EmptyPosition();
        Closing memory closing = measure(position, order, execution);
        Fees memory fees = feesOf(position, closing.size);
        settleCosts(closing, fees, markets[order.addresses.market].isSwapOff);
        bool isWhole = closing.size == position.numbers.sizeInUsd;
        if (closing.unpaid > 0) {
            bool mayBeInsolvent = isWhole && (order.numbers.orderType == LIQUIDATION || execution.secondaryType == 1);
            if (!mayBeInsolvent) revert InsufficientFundsToPayForCosts(closing.unpaid * USDC_PRICE, "pnl");
            fees = Fees(0, 0, 0, fees.earned, 0);
        }
        uint256 withdrawn = isWhole ? closing.collateral : order.numbers.initialCollateralDeltaAmount;
        if (withdrawn > closing.collateral) withdrawn = closing.collateral;
        closing.collateral -= withdrawn;
        closing.output += withdrawn;

        uint256 before = position.numbers.collateralAmount;
        position.numbers.pendingImpactAmount -=
            (position.numbers.pendingImpactAmount * int256(closing.size)) / int256(position.numbers.sizeInUsd);
        position.numbers.sizeInUsd -= closing.size;
        position.numbers.sizeInTokens -= closing.tokens;
        position.numbers.collateralAmount = closing.collateral;
        position.numbers.decreasedAtTime = block.timestamp;
        settleTime(position);
        earnFunding(position, fees.earned);
        emitFees(execution.key, order.addresses.market, fees);
        emitDecrease(position, order, execution, closing, before - closing.collateral);
        Market storage market = markets[order.addresses.market];
        market.pool.pay(usdc, order.addresses.receiver, closing.output);
        if (closing.unswapped > 0) market.pool.pay(Token(market.indexToken), order.addresses.receiver, closing.unswapped);
        if (isWhole) removePosition(position);
    }

    /// Sizes, profit and impact, before anything is paid.
    function measure(Position storage position, Order memory order, Execution calldata execution)
        private
        view
        returns (Closing memory closing)
    {
        PositionNumbers memory numbers = position.numbers;
        bool isLong = order.flags.isLong;
        closing.size = order.numbers.sizeDeltaUsd;
        if (closing.size > numbers.sizeInUsd) {
            if (isMarketType(order.numbers.orderType)) revert InvalidDecreaseOrderSize(closing.size, numbers.sizeInUsd);
            closing.size = numbers.sizeInUsd;
        }
        closing.tokens = numbers.sizeInTokens;
        if (closing.size < numbers.sizeInUsd) {
            uint256 share = numbers.sizeInTokens * closing.size;
            closing.tokens = isLong ? divideUp(share, numbers.sizeInUsd) : share / numbers.sizeInUsd;
        }
        closing.indexPrice = isLong ? execution.priceMin : execution.priceMax;
        int256 value = int256(numbers.sizeInTokens * closing.indexPrice);
        int256 total = isLong ? value - int256(numbers.sizeInUsd) : int256(numbers.sizeInUsd) - value;
        closing.profit = (total * int256(closing.tokens)) / int256(numbers.sizeInTokens);
        int256 pending = (numbers.pendingImpactAmount * int256(closing.size)) / int256(numbers.sizeInUsd);
        closing.impact =
            execution.impactUsd +
            pending *
            int256(pending > 0 ? execution.priceMin : execution.priceMax);
        closing.executionPrice = closing.indexPrice;
        if (closing.tokens > 0) {
            int256 adjusted = int256(closing.indexPrice) +
                (isLong ? execution.impactUsd : -execution.impactUsd) /
                int256(closing.tokens);
            closing.executionPrice = uint256(adjusted);
        }
        checkAcceptable(closing.executionPrice, order.numbers.acceptablePrice, !isLong);
        closing.collateral = numbers.collateralAmount;
    }

    function settleCosts(Closing memory closing, Fees memory fees, bool isSwapOff) private view {
        if (closing.profit > 0) {
            if (isSwapOff) closing.unswapped = uint256(closing.profit) / closing.indexPrice;
            else closing.output += toUsdc(uint256(closing.profit));
        }
        if (closing.impact > 0) closing.output += toUsdc(uint256(closing.impact));
        payCost(closing, fees.funding);
        if (closing.profit < 0) payCost(closing, divideUp(uint256(-closing.profit), USDC_PRICE));
        payCost(closing, fees.total - fees.funding);
        if (closing.impact < 0) payCost(closing, divideUp(uint256(-closing.impact), USDC_PRICE));
    }

    /// A profit in USDC, less what the pool takes for turning it into USDC.
    function toUsdc(uint256 sizeUsd) private view returns (uint256) {
        uint256 amount = sizeUsd / USDC_PRICE;
        return amount - (amount * profitSwapFeeFactor) / ONE;
    }

    /// Out of the profit first, then out of the collateral.
    function payCost(Closing memory closing, uint256 cost) private pure {
        uint256 fromOutput = cost < closing.output ? cost : closing.output;
        closing.output -= fromOutput;
        uint256 rest = cost - fromOutput;
        uint256 fromCollateral = rest < closing.collateral ? rest : closing.collateral;
        closing.collateral -= fromCollateral;
        closing.unpaid += rest - fromCollateral;
    }

    function feesOf(Position storage position, uint256 size) private view returns (Fees memory fees) {
        PositionNumbers memory numbers = position.numbers;
        (address market, bool isLong) = (position.addresses.market, position.flags.isLong);
        fees.position = (size * positionFeeFactor) / ONE / USDC_PRICE;
        fees.borrowing = (numbers.sizeInUsd * (borrowingOf(market, isLong) - numbers.borrowingFactor)) / ONE / USDC_PRICE;
        uint256 paid = getUint[fundingKey("FUNDING_FEE_AMOUNT_PER_SIZE", market, isLong)];
        uint256 earned = getUint[fundingKey("CLAIMABLE_FUNDING_AMOUNT_PER_SIZE", market, isLong)];
        fees.funding = divideUp(numbers.sizeInUsd * (paid - numbers.fundingFeeAmountPerSize), FUNDING_ONE);
        fees.earned =
            (numbers.sizeInUsd * (earned - numbers.shortTokenClaimableFundingAmountPerSize)) /
            FUNDING_ONE;
        fees.total = fees.position + fees.borrowing + fees.funding;
    }

    /// Fees for time start again.
    function settleTime(Position storage position) private {
        (address market, bool isLong) = (position.addresses.market, position.flags.isLong);
        position.numbers.borrowingFactor = borrowingOf(market, isLong);
        position.numbers.fundingFeeAmountPerSize = getUint[fundingKey("FUNDING_FEE_AMOUNT_PER_SIZE", market, isLong)];
        position.numbers.shortTokenClaimableFundingAmountPerSize = getUint[
            fundingKey("CLAIMABLE_FUNDING_AMOUNT_PER_SIZE", market, isLong)
        ];
    }

    /// Kept for the account until it claims it.
    function earnFunding(Position storage position, uint256 earned) private {
        getUint[claimableKey(position.addresses.market, position.addresses.collateralToken, position.addresses.account)] += earned;
    }

    function borrowingOf(address market, bool isLong) private view returns (uint256) {
        return getUint[keccak256(abi.encode(nameKey("CUMULATIVE_BORROWING_FACTOR"), market, isLong))];
    }

    function removePosition(Position storage position) private {
        bytes32 key = positionKey(position.addresses.account, position.addresses.market, position.flags.isLong);
        remove(positionKeys[position.addresses.account], key);
        delete positions[key];
    }

    // Orders.

    function createOwn(address account, address market, bool isLong, uint8 orderType, uint256 size)
        private
        returns (bytes32 key)
    {
        key = nextKey();
        Order storage order = orders[key];
        order.addresses = OrderAddresses(account, account, account, address(0), address(0), market, address(usdc), new address[](0));
        uint256 bound = isLong ? 0 : type(uint256).max;
        order.numbers = OrderNumbers(orderType, 1, size, 0, 0, bound, 0, 0, 0, block.timestamp, 0, 0);
        order.flags = OrderFlags(isLong, true, false, false);
        orderKeys[account].push(key);
        emitOrderCreated(key, order);
    }

    function cancel(bytes32 key, string memory reason, bytes memory data, address keeper) private {
        Order memory order = orders[key];
        if (order.addresses.account == address(0)) revert EmptyOrder();
        removeOrder(key, order.addresses.account);
        if (isIncreaseType(order.numbers.orderType)) {
            usdcInOrders -= order.numbers.initialCollateralDeltaAmount;
            usdc.transfer(order.addresses.cancellationReceiver, order.numbers.initialCollateralDeltaAmount);
        }
        emitOrderEnd("OrderCancelled", key, order.addresses.account, reason, data);
        payKeeper(order, keeper, order.addresses.cancellationReceiver);
    }

    function freeze(bytes32 key, bytes memory reason) private {
        Order memory order = orders[key];
        if (order.addresses.account == address(0)) revert EmptyOrder();
        orders[key].flags.isFrozen = true;
        orders[key].numbers.executionFee = 0;
        emitOrderEnd("OrderFrozen", key, order.addresses.account, "", reason);
        payKeeper(order, msg.sender, order.addresses.receiver);
    }

    /// Exits of a position that is gone.
    function cancelExits(Order memory closed, address keeper) private {
        address account = closed.addresses.account;
        if (positions[positionKey(account, closed.addresses.market, closed.flags.isLong)].numbers.sizeInUsd > 0) return;
        bytes32[] memory keys = orderKeys[account];
        for (uint256 i; i < keys.length; i++) {
            Order storage order = orders[keys[i]];
            bool isOfPosition = order.addresses.market == closed.addresses.market && order.flags.isLong == closed.flags.isLong;
            if (isOfPosition && order.flags.autoCancel) cancel(keys[i], "AUTO_CANCEL", "", keeper);
        }
    }

    /// The keeper's part of the fee, and the rest back.
    function payKeeper(Order memory order, address keeper, address refundReceiver) private {
        uint256 fee = order.numbers.executionFee;
        if (fee == 0) return;
        wntInOrders -= fee;
        uint256 kept = keeperFee < fee ? keeperFee : fee;
        payable(keeper).transfer(kept);
        emitPayment("KeeperExecutionFee", "keeper", keeper, "executionFeeAmount", kept);
        if (fee == kept) return;
        payable(refundReceiver).transfer(fee - kept);
        emitPayment("ExecutionFeeRefund", "receiver", refundReceiver, "refundFeeAmount", fee - kept);
    }

    function ownOrder(bytes32 key) private view returns (Order storage order) {
        order = orders[key];
        if (order.addresses.account == address(0)) revert EmptyOrder();
        if (order.addresses.account != msg.sender) revert Unauthorized(msg.sender, "account");
    }

    function removeOrder(bytes32 key, address account) private {
        remove(orderKeys[account], key);
        delete orders[key];
    }

    function remove(bytes32[] storage list, bytes32 key) private {
        for (uint256 i; i < list.length; i++) {
            if (list[i] != key) continue;
            list[i] = list[list.length - 1];
            list.pop();
            return;
        }
    }

    function checkFee(uint8 swapType, uint256 fee) private view {
        uint256 gas = getUint[nameKey("ESTIMATED_GAS_FEE_BASE_AMOUNT_V2_1")] +
            getUint[nameKey("ESTIMATED_GAS_FEE_PER_ORACLE_PRICE")] *
            ORACLE_PRICES +
            getUint[nameKey("INCREASE_ORDER_GAS_LIMIT")] +
            (swapType == 0 ? 0 : getUint[nameKey("SINGLE_SWAP_GAS_LIMIT")]);
        if (fee < gas * tx.gasprice) revert InsufficientExecutionFee(gas * tx.gasprice, fee);
    }

    function checkTrigger(Order memory order, Execution calldata execution) private pure {
        uint8 orderType = order.numbers.orderType;
        if (isMarketType(orderType) || orderType == LIQUIDATION) return;
        // A lower price is waited for by a buyer's limit and by a seller's stop.
        bool isBuying = isIncreaseType(orderType) == order.flags.isLong;
        bool isLimit = orderType == LIMIT_INCREASE || orderType == LIMIT_DECREASE;
        uint256 price = isBuying ? execution.priceMax : execution.priceMin;
        uint256 trigger = order.numbers.triggerPrice;
        bool isReached = isBuying == isLimit ? price <= trigger : price >= trigger;
        if (!isReached) revert InvalidOrderPrices(execution.priceMin, execution.priceMax, trigger, orderType);
    }

    function checkAcceptable(uint256 price, uint256 acceptable, bool isBuying) private pure {
        if (isBuying ? price > acceptable : price < acceptable)
            revert OrderNotFulfillableAtAcceptablePrice(price, acceptable);
    }

    function isIncreaseType(uint8 orderType) private pure returns (bool) {
        return orderType == MARKET_INCREASE || orderType == LIMIT_INCREASE || orderType == STOP_INCREASE;
    }

    function isDecreaseType(uint8 orderType) private pure returns (bool) {
        return orderType == MARKET_DECREASE || orderType == LIMIT_DECREASE || orderType == STOP_LOSS_DECREASE;
    }

    function isMarketType(uint8 orderType) private pure returns (bool) {
        return orderType == MARKET_INCREASE || orderType == MARKET_DECREASE;
    }

    function nextKey() private returns (bytes32) {
        return keccak256(abi.encode(address(this), ++lastKey));
    }

    function positionKey(address account, address market, bool isLong) private view returns (bytes32) {
        return keccak256(abi.encode(account, market, address(usdc), isLong));
    }

    function nameKey(string memory name) private pure returns (bytes32) {
        return keccak256(abi.encode(name));
    }

    function fundingKey(string memory name, address market, bool isLong) private view returns (bytes32) {
        return keccak256(abi.encode(nameKey(name), market, address(usdc), isLong));
    }

    function claimableKey(address market, address token, address account) private pure returns (bytes32) {
        return keccak256(abi.encode(nameKey("CLAIMABLE_FUNDING_AMOUNT"), market, token, account));
    }

    function disabledKey(uint256 orderType) private view returns (bytes32) {
        return keccak256(abi.encode(nameKey("CREATE_ORDER_FEATURE_DISABLED"), address(this), orderType));
    }

    function divideUp(uint256 a, uint256 b) private pure returns (uint256) {
        return (a + b - 1) / b;
    }

    // Events.

    function emit1(string memory name, bytes32 topic, EventLogData memory data) private {
        emit EventLog1(address(this), name, name, topic, data);
    }

    function emit2(string memory name, bytes32 key, address account, EventLogData memory data) private {
        emit EventLog2(address(this), name, name, key, word(account), data);
    }

    function word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function addresses(uint256 count) private pure returns (EventLogData memory data) {
        data.addressItems.items = new AddressItem[](count);
    }

    function ofOrder(bytes32 key, address account, uint256 uints) private pure returns (EventLogData memory data) {
        data = addresses(1);
        data.addressItems.items[0] = AddressItem("account", account);
        data.bytes32Items.items = new Bytes32Item[](1);
        data.bytes32Items.items[0] = Bytes32Item("key", key);
        data.uintItems.items = new UintItem[](uints);
    }

    function emitOrderCreated(bytes32 key, Order storage order) private {
        EventLogData memory data = ofOrder(key, order.addresses.account, 10);
        AddressItem memory account = data.addressItems.items[0];
        data.addressItems.items = new AddressItem[](7);
        data.addressItems.items[0] = account;
        data.addressItems.items[1] = AddressItem("receiver", order.addresses.receiver);
        data.addressItems.items[2] = AddressItem("callbackContract", order.addresses.callbackContract);
        data.addressItems.items[3] = AddressItem("uiFeeReceiver", order.addresses.uiFeeReceiver);
        data.addressItems.items[4] = AddressItem("market", order.addresses.market);
        data.addressItems.items[5] = AddressItem("initialCollateralToken", order.addresses.initialCollateralToken);
        data.addressItems.items[6] = AddressItem("cancellationReceiver", order.addresses.cancellationReceiver);
        data.addressItems.arrayItems = new AddressListItem[](1);
        data.addressItems.arrayItems[0] = AddressListItem("swapPath", order.addresses.swapPath);
        UintItem[] memory uints = data.uintItems.items;
        uints[0] = UintItem("orderType", order.numbers.orderType);
        uints[1] = UintItem("decreasePositionSwapType", order.numbers.decreasePositionSwapType);
        uints[2] = UintItem("sizeDeltaUsd", order.numbers.sizeDeltaUsd);
        uints[3] = UintItem("initialCollateralDeltaAmount", order.numbers.initialCollateralDeltaAmount);
        uints[4] = UintItem("triggerPrice", order.numbers.triggerPrice);
        uints[5] = UintItem("acceptablePrice", order.numbers.acceptablePrice);
        uints[6] = UintItem("executionFee", order.numbers.executionFee);
        uints[7] = UintItem("minOutputAmount", order.numbers.minOutputAmount);
        uints[8] = UintItem("updatedAtTime", order.numbers.updatedAtTime);
        uints[9] = UintItem("validFromTime", order.numbers.validFromTime);
        data.boolItems.items = new BoolItem[](3);
        data.boolItems.items[0] = BoolItem("isLong", order.flags.isLong);
        data.boolItems.items[1] = BoolItem("shouldUnwrapNativeToken", order.flags.shouldUnwrapNativeToken);
        data.boolItems.items[2] = BoolItem("autoCancel", order.flags.autoCancel);
        emit2("OrderCreated", key, order.addresses.account, data);
    }

    function emitOrderUpdated(bytes32 key, Order storage order) private {
        EventLogData memory data = ofOrder(key, order.addresses.account, 4);
        data.uintItems.items[0] = UintItem("sizeDeltaUsd", order.numbers.sizeDeltaUsd);
        data.uintItems.items[1] = UintItem("acceptablePrice", order.numbers.acceptablePrice);
        data.uintItems.items[2] = UintItem("triggerPrice", order.numbers.triggerPrice);
        data.uintItems.items[3] = UintItem("updatedAtTime", order.numbers.updatedAtTime);
        emit2("OrderUpdated", key, order.addresses.account, data);
    }

    function emitOrderExecuted(Execution calldata execution, address account) private {
        EventLogData memory data = ofOrder(execution.key, account, 1);
        data.uintItems.items[0] = UintItem("secondaryOrderType", execution.secondaryType);
        emit2("OrderExecuted", execution.key, account, data);
    }

    function emitOrderEnd(string memory name, bytes32 key, address account, string memory reason, bytes memory bytes_)
        private
    {
        EventLogData memory data = ofOrder(key, account, 0);
        data.stringItems.items = new StringItem[](1);
        data.stringItems.items[0] = StringItem("reason", reason);
        data.bytesItems.items = new BytesItem[](1);
        data.bytesItems.items[0] = BytesItem("reasonBytes", bytes_);
        emit2(name, key, account, data);
    }

    function emitPayment(string memory name, string memory role, address to, string memory what, uint256 amount) private {
        EventLogData memory data = addresses(1);
        data.addressItems.items[0] = AddressItem(role, to);
        data.uintItems.items = new UintItem[](1);
        data.uintItems.items[0] = UintItem(what, amount);
        emit1(name, word(to), data);
    }

    function emitFundingClaimed(address market, address token, address receiver, uint256 amount) private {
        EventLogData memory data = addresses(4);
        data.addressItems.items[0] = AddressItem("market", market);
        data.addressItems.items[1] = AddressItem("token", token);
        data.addressItems.items[2] = AddressItem("account", msg.sender);
        data.addressItems.items[3] = AddressItem("receiver", receiver);
        data.uintItems.items = new UintItem[](1);
        data.uintItems.items[0] = UintItem("amount", amount);
        emit1("FundingFeesClaimed", word(msg.sender), data);
    }

    function emitOraclePrice(address token, Execution calldata execution) private {
        EventLogData memory data = addresses(1);
        data.addressItems.items[0] = AddressItem("token", token);
        data.uintItems.items = new UintItem[](2);
        data.uintItems.items[0] = UintItem("minPrice", execution.priceMin);
        data.uintItems.items[1] = UintItem("maxPrice", execution.priceMax);
        emit1("OraclePriceUpdate", word(token), data);
    }

    function emitFees(bytes32 key, address market, Fees memory fees) private {
        EventLogData memory data = addresses(2);
        data.addressItems.items[0] = AddressItem("market", market);
        data.addressItems.items[1] = AddressItem("collateralToken", address(usdc));
        data.bytes32Items.items = new Bytes32Item[](1);
        data.bytes32Items.items[0] = Bytes32Item("orderKey", key);
        data.uintItems.items = new UintItem[](6);
        data.uintItems.items[0] = UintItem("fundingFeeAmount", fees.funding);
        data.uintItems.items[1] = UintItem("claimableLongTokenAmount", 0);
        data.uintItems.items[2] = UintItem("claimableShortTokenAmount", fees.earned);
        data.uintItems.items[3] = UintItem("borrowingFeeAmount", fees.borrowing);
        data.uintItems.items[4] = UintItem("positionFeeAmount", fees.position);
        data.uintItems.items[5] = UintItem("totalCostAmount", fees.total);
        emit1("PositionFeesCollected", word(market), data);
    }

    function ofPosition(Position storage position, bytes32 orderKey, uint256 uints, uint256 ints)
        private
        view
        returns (EventLogData memory data)
    {
        data = addresses(3);
        data.addressItems.items[0] = AddressItem("account", position.addresses.account);
        data.addressItems.items[1] = AddressItem("market", position.addresses.market);
        data.addressItems.items[2] = AddressItem("collateralToken", position.addresses.collateralToken);
        data.bytes32Items.items = new Bytes32Item[](1);
        data.bytes32Items.items[0] = Bytes32Item("orderKey", orderKey);
        data.boolItems.items = new BoolItem[](1);
        data.boolItems.items[0] = BoolItem("isLong", position.flags.isLong);
        data.uintItems.items = new UintItem[](uints);
        data.uintItems.items[0] = UintItem("sizeInUsd", position.numbers.sizeInUsd);
        data.uintItems.items[1] = UintItem("sizeInTokens", position.numbers.sizeInTokens);
        data.uintItems.items[2] = UintItem("collateralAmount", position.numbers.collateralAmount);
        data.intItems.items = new IntItem[](ints);
    }

    function emitIncrease(
        Position storage position,
        Order memory order,
        Execution calldata execution,
        uint256[3] memory sizes,
        int256[3] memory changes
    ) private {
        EventLogData memory data = ofPosition(position, execution.key, 9, 3);
        UintItem[] memory uints = data.uintItems.items;
        uints[3] = UintItem("executionPrice", sizes[0]);
        uints[4] = UintItem("indexTokenPrice.max", execution.priceMax);
        uints[5] = UintItem("indexTokenPrice.min", execution.priceMin);
        uints[6] = UintItem("sizeDeltaUsd", sizes[1]);
        uints[7] = UintItem("sizeDeltaInTokens", sizes[2]);
        uints[8] = UintItem("orderType", order.numbers.orderType);
        data.intItems.items[0] = IntItem("collateralDeltaAmount", changes[0]);
        data.intItems.items[1] = IntItem("pendingPriceImpactUsd", changes[1]);
        data.intItems.items[2] = IntItem("pendingPriceImpactAmount", changes[2]);
        emit1("PositionIncrease", word(order.addresses.account), data);
    }

    function emitDecrease(
        Position storage position,
        Order memory order,
        Execution calldata execution,
        Closing memory closing,
        uint256 collateralDelta
    ) private {
        EventLogData memory data = ofPosition(position, execution.key, 11, 5);
        UintItem[] memory uints = data.uintItems.items;
        uints[3] = UintItem("executionPrice", closing.executionPrice);
        uints[4] = UintItem("indexTokenPrice.max", execution.priceMax);
        uints[5] = UintItem("indexTokenPrice.min", execution.priceMin);
        uints[6] = UintItem("sizeDeltaUsd", closing.size);
        uints[7] = UintItem("sizeDeltaInTokens", closing.tokens);
        uints[8] = UintItem("collateralDeltaAmount", collateralDelta);
        uints[9] = UintItem("values.priceImpactDiffUsd", 0);
        uints[10] = UintItem("orderType", order.numbers.orderType);
        data.intItems.items[0] = IntItem("priceImpactUsd", execution.impactUsd);
        data.intItems.items[1] = IntItem("basePnlUsd", closing.profit);
        data.intItems.items[2] = IntItem("uncappedBasePnlUsd", closing.profit);
        data.intItems.items[3] = IntItem("proportionalPendingImpactUsd", closing.impact - execution.impactUsd);
        data.intItems.items[4] = IntItem("totalImpactUsd", closing.impact);
        emit1("PositionDecrease", word(order.addresses.account), data);
    }
}
