/** The parts of GMX v2.2's interfaces that are called or read. */
import { parseAbi } from 'viem/utils'

export const EXCHANGE_ROUTER = parseAbi([
  'struct Addresses { address receiver; address cancellationReceiver; address callbackContract; address uiFeeReceiver; address market; address initialCollateralToken; address[] swapPath; }',
  'struct Numbers { uint256 sizeDeltaUsd; uint256 initialCollateralDeltaAmount; uint256 triggerPrice; uint256 acceptablePrice; uint256 executionFee; uint256 callbackGasLimit; uint256 minOutputAmount; uint256 validFromTime; }',
  'struct NewOrder { Addresses addresses; Numbers numbers; uint8 orderType; uint8 decreasePositionSwapType; bool isLong; bool shouldUnwrapNativeToken; bool autoCancel; bytes32 referralCode; bytes32[] dataList; }',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function sendWnt(address receiver, uint256 amount) payable',
  'function sendTokens(address token, address receiver, uint256 amount) payable',
  'function createOrder(NewOrder params) payable returns (bytes32)',
  'function updateOrder(bytes32 key, uint256 sizeDeltaUsd, uint256 acceptablePrice, uint256 triggerPrice, uint256 minOutputAmount, uint256 validFromTime, bool autoCancel) payable',
  'function cancelOrder(bytes32 key) payable',
  'function claimFundingFees(address[] markets, address[] tokens, address receiver) payable returns (uint256[])',
  'function orderHandler() view returns (address)',
])

export const READER = parseAbi([
  'struct PositionAddresses { address account; address market; address collateralToken; }',
  'struct PositionNumbers { uint256 sizeInUsd; uint256 sizeInTokens; uint256 collateralAmount; int256 pendingImpactAmount; uint256 borrowingFactor; uint256 fundingFeeAmountPerSize; uint256 longTokenClaimableFundingAmountPerSize; uint256 shortTokenClaimableFundingAmountPerSize; uint256 increasedAtTime; uint256 decreasedAtTime; }',
  'struct PositionFlags { bool isLong; }',
  'struct Position { PositionAddresses addresses; PositionNumbers numbers; PositionFlags flags; }',
  'struct OrderAddresses { address account; address receiver; address cancellationReceiver; address callbackContract; address uiFeeReceiver; address market; address initialCollateralToken; address[] swapPath; }',
  'struct OrderNumbers { uint8 orderType; uint8 decreasePositionSwapType; uint256 sizeDeltaUsd; uint256 initialCollateralDeltaAmount; uint256 triggerPrice; uint256 acceptablePrice; uint256 executionFee; uint256 callbackGasLimit; uint256 minOutputAmount; uint256 updatedAtTime; uint256 validFromTime; uint256 srcChainId; }',
  'struct OrderFlags { bool isLong; bool shouldUnwrapNativeToken; bool isFrozen; bool autoCancel; }',
  'struct Order { OrderAddresses addresses; OrderNumbers numbers; OrderFlags flags; bytes32[] dataList; }',
  'struct OrderInfo { bytes32 orderKey; Order order; }',
  'function getAccountPositions(address dataStore, address account, uint256 start, uint256 end) view returns (Position[])',
  'function getAccountOrders(address dataStore, address account, uint256 start, uint256 end) view returns (OrderInfo[])',
])

export const DATA_STORE = parseAbi([
  'function getUint(bytes32 key) view returns (uint256)',
  'function getBool(bytes32 key) view returns (bool)',
])

/** One event for everything: its name and a list of named values of each type. */
export const EVENT_EMITTER = parseAbi([
  'struct AddressItem { string key; address value; }',
  'struct AddressListItem { string key; address[] value; }',
  'struct AddressItems { AddressItem[] items; AddressListItem[] arrayItems; }',
  'struct UintItem { string key; uint256 value; }',
  'struct UintListItem { string key; uint256[] value; }',
  'struct UintItems { UintItem[] items; UintListItem[] arrayItems; }',
  'struct IntItem { string key; int256 value; }',
  'struct IntListItem { string key; int256[] value; }',
  'struct IntItems { IntItem[] items; IntListItem[] arrayItems; }',
  'struct BoolItem { string key; bool value; }',
  'struct BoolListItem { string key; bool[] value; }',
  'struct BoolItems { BoolItem[] items; BoolListItem[] arrayItems; }',
  'struct Bytes32Item { string key; bytes32 value; }',
  'struct Bytes32ListItem { string key; bytes32[] value; }',
  'struct Bytes32Items { Bytes32Item[] items; Bytes32ListItem[] arrayItems; }',
  'struct BytesItem { string key; bytes value; }',
  'struct BytesListItem { string key; bytes[] value; }',
  'struct BytesItems { BytesItem[] items; BytesListItem[] arrayItems; }',
  'struct StringItem { string key; string value; }',
  'struct StringListItem { string key; string[] value; }',
  'struct StringItems { StringItem[] items; StringListItem[] arrayItems; }',
  'struct EventLogData { AddressItems addressItems; UintItems uintItems; IntItems intItems; BoolItems boolItems; Bytes32Items bytes32Items; BytesItems bytesItems; StringItems stringItems; }',
  'event EventLog(address msgSender, string eventName, string indexed eventNameHash, EventLogData eventData)',
  'event EventLog1(address msgSender, string eventName, string indexed eventNameHash, bytes32 indexed topic1, EventLogData eventData)',
  'event EventLog2(address msgSender, string eventName, string indexed eventNameHash, bytes32 indexed topic1, bytes32 indexed topic2, EventLogData eventData)',
])

export const ERC20 = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
