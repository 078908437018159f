/**
 * GMX's answers in the logs of whole transactions. One that executes an order tells, in this order: the oracle's
 * prices, the fees, the change of the position, the tokens that are paid out, the end of the order, the keeper's fee,
 * and the exits that are cancelled because the position is closed, each with its own keeper's fee.
 */
import { usd, type Usd } from '../../core/values/decimal.js'
import type {
  ChainPlace,
  CollateralChange,
  UnswappedProfit,
  VenueCause,
  VenueFill,
} from '../../core/model/live/venue-request.js'
import type { ChainLog, Hex, PlacedLog } from '../port.js'
import { fromSizeUsd, fromTokens, fromUsdc } from './amounts.js'
import type { GmxContracts, GmxMarket } from './deployment.js'
import type { ErrorNames } from './error-names.js'
import { readEvent, readTransfer, type GmxEvent, type TokenTransfer } from './event-data.js'
import { closingFill, openingFill } from './fills.js'
import { ORDER_TYPE, SECONDARY_TYPE_ADL } from './order-types.js'

export interface LogReader {
  readonly contracts: GmxContracts
  /** Null: none of ours, e.g. opened by hand in a market that is not configured. */
  readonly marketOf: (marketToken: Hex, collateral: Hex) => GmxMarket | null
  /** The name of a token and its decimals; its address and 0 where it is not known. */
  readonly tokenOf: (token: Hex) => { readonly name: string; readonly decimals: number }
  readonly errorNames: ErrorNames
}

/** Answers name a wallet in the letters in which `wallets` has it. */
export function readLogs(reader: LogReader, logs: readonly ChainLog[], wallets: ReadonlySet<Hex>): PlacedLog[] {
  const asGiven = new Map([...wallets].map((wallet) => [wallet.toLowerCase(), wallet]))
  return byTransaction(logs)
    .flatMap((transaction) => readTransaction(reader, transaction))
    .flatMap((answer) => {
      const wallet = asGiven.get(answer.wallet)
      return wallet === undefined ? [] : [{ ...answer, wallet }]
    })
}

function byTransaction(logs: readonly ChainLog[]): ChainLog[][] {
  const transactions: ChainLog[][] = []
  for (const log of logs) {
    const last = transactions.at(-1)
    if (last?.[0]?.txHash === log.txHash) last.push(log)
    else transactions.push([log])
  }
  return transactions
}

/** The part of a transaction that has been read. */
interface Reading {
  readonly oraclePrices: Map<string, bigint>
  readonly fees: Map<Hex, GmxEvent>
  readonly changes: Map<Hex, PositionChange>
  answers: PlacedLog[]
}

interface PositionChange {
  readonly event: GmxEvent
  readonly transfers: TokenTransfer[]
}

function readTransaction(reader: LogReader, logs: readonly ChainLog[]): readonly PlacedLog[] {
  const reading: Reading = { oraclePrices: new Map(), fees: new Map(), changes: new Map(), answers: [] }
  for (const log of logs) {
    const transfer = readTransfer(log)
    if (transfer !== null) for (const change of reading.changes.values()) change.transfers.push(transfer)
    const event = isSame(log.address, reader.contracts.eventEmitter) ? readEvent(log) : null
    if (event !== null) readOne(reader, reading, event, log)
  }
  return reading.answers
}

function readOne(reader: LogReader, reading: Reading, event: GmxEvent, place: ChainPlace): void {
  switch (event.name) {
    case 'OraclePriceUpdate':
      reading.oraclePrices.set(event.address('token').toLowerCase(), event.uint('minPrice'))
      return
    case 'PositionFeesCollected':
      reading.fees.set(event.key('orderKey'), event)
      return
    case 'PositionIncrease':
    case 'PositionDecrease':
      reading.changes.set(event.key('orderKey'), { event, transfers: [] })
      return
    case 'KeeperExecutionFee':
      addKeeperFee(reading, event)
      return
    case 'OrderExecuted':
      readExecuted(reader, reading, event, place)
      return
    default:
      reading.answers.push(readOrderEvent(reader, event, event.name, place))
  }
}

function readOrderEvent(
  reader: LogReader,
  event: GmxEvent,
  name: 'OrderCreated' | 'OrderUpdated' | 'OrderCancelled' | 'OrderFrozen',
  log: ChainPlace,
): PlacedLog {
  const order = { wallet: walletOf(event), venueOrderId: event.key('key'), place: chainPlace(log) }
  switch (name) {
    case 'OrderCreated':
      return { kind: 'accepted', ...order }
    case 'OrderUpdated':
      return { kind: 'updated', ...order, reason: '', fee: usd(0n) }
    case 'OrderCancelled':
      return { kind: 'cancelled', ...order, reason: reasonOf(reader, event), fee: usd(0n) }
    case 'OrderFrozen':
      return { kind: 'frozen', ...order, reason: reasonOf(reader, event), fee: usd(0n) }
  }
}

/** The contract's error, or the word that it gives without one: `USER_INITIATED_CANCEL`, `AUTO_CANCEL`. */
function reasonOf(reader: LogReader, event: GmxEvent): string {
  const data = event.bytes('reasonBytes')
  return (data === '0x' ? null : reader.errorNames(data)) ?? (event.text('reason') || data.slice(0, 10))
}

function readExecuted(reader: LogReader, reading: Reading, executed: GmxEvent, log: ChainPlace): void {
  const key = executed.key('key')
  const change = reading.changes.get(key)
  reading.changes.delete(key)
  const fees = reading.fees.get(key)
  // A swap changes no position.
  if (change === undefined || fees === undefined) return
  const market = reader.marketOf(change.event.address('market'), change.event.address('collateralToken'))
  if (market === null) return
  // An order that is made and executed in one transaction is the venue's own: a liquidation, auto-deleveraging.
  const isOfVenue = reading.answers.some((answer) => answer.kind === 'accepted' && answer.venueOrderId === key)
  if (isOfVenue) reading.answers = reading.answers.filter((answer) => answer.venueOrderId !== key)
  const fill =
    change.event.name === 'PositionIncrease'
      ? openingFill(market, change.event, fees)
      : closingFill(market, change.event, fees, paidOut(reader, reading, change, market))
  const order = { wallet: walletOf(executed), venueOrderId: isOfVenue ? null : key, place: chainPlace(log) }
  reading.answers.push(
    fill.quantity === 0n
      ? { kind: 'collateral', ...order, change: collateralOf(fill), charges: fill.charges }
      : { kind: 'executed', ...order, cause: causeOf(executed, change.event), fill },
  )
}

/** An order without a size moves collateral alone, and settles the fees for time. */
const collateralOf = ({ venue, symbol, collateralChange = usd(0n) }: VenueFill): CollateralChange => ({
  ...{ venue, symbol, tradeId: null, amount: collateralChange },
})

function causeOf(executed: GmxEvent, change: GmxEvent): VenueCause {
  if (Number(executed.uintOrZero('secondaryOrderType')) === SECONDARY_TYPE_ADL) return 'auto_deleveraging'
  switch (Number(change.uint('orderType'))) {
    case ORDER_TYPE.liquidation:
      return 'liquidation'
    case ORDER_TYPE.limitDecrease:
      return 'take_profit'
    case ORDER_TYPE.stopLossDecrease:
      return 'stop_loss'
    default:
      return 'order'
  }
}

/** USDC, and at the oracle's price a profit that the pool could not turn into USDC. */
function paidOut(reader: LogReader, reading: Reading, change: PositionChange, market: GmxMarket): Paid {
  const wallet = walletOf(change.event)
  const ours = change.transfers.filter(({ from, to }) => isSame(from, market.marketToken) && isSame(to, wallet))
  const [others, inUsdc] = [false, true].map((isUsdc) =>
    ours.filter(({ token, amount }) => isSame(token, reader.contracts.usdc) === isUsdc && amount > 0n),
  )
  const unswapped = (others ?? []).map(({ token, amount }): UnswappedProfit => {
    const { name, decimals } = reader.tokenOf(token)
    const value = fromSizeUsd(amount * (reading.oraclePrices.get(token.toLowerCase()) ?? 0n), 'FLOOR')
    return { token, name, decimals, amount: fromTokens(amount, decimals), value }
  })
  const usdc = (inUsdc ?? []).reduce((sum, { amount }) => sum + fromUsdc(amount), 0n)
  return { payout: usd(unswapped.reduce((sum, { value }) => sum + value, usdc)), unswapped }
}

interface Paid {
  readonly payout: Usd
  readonly unswapped: readonly UnswappedProfit[]
}

/** A keeper is paid right after the end of each order; a wallet that cancels is its own keeper. */
function addKeeperFee(reading: Reading, event: GmxEvent): void {
  const answer = reading.answers.at(-1)
  if (answer === undefined || answer.kind === 'accepted' || answer.kind === 'levels') return
  if (answer.keeperFee !== undefined || isSame(event.address('keeper'), answer.wallet)) return
  reading.answers = [...reading.answers.slice(0, -1), { ...answer, keeperFee: event.uint('executionFeeAmount') }]
}

const walletOf = (event: GmxEvent): Hex => event.address('account').toLowerCase() as Hex

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const chainPlace = ({ chainId, block, blockHash, txHash, logIndex }: ChainPlace): ChainPlace => ({
  chainId,
  block,
  blockHash,
  txHash,
  logIndex,
})
