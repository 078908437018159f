/**
 * Reads what a venue's contracts say, block by block, once a block is confirmed, and hands it on as reports in the
 * order of the chain. The cursor moves after they are booked, so a report may come twice, never not at all; its place
 * names it. A reorganisation above the confirmed block is never seen here. One below it no program can undo: the
 * follower tells, and stays where it is.
 */
import type { VenueId } from '../../../core/model/market/instrument.js'
import type { VenueCharges, VenueReport, VenueRequest } from '../../../core/model/live/venue-request.js'
import { negate, usd, type Price, type Usd } from '../../../core/values/decimal.js'
import type { Hex, PlacedLog, VenueAdapter, VenueLog } from '../../port.js'
import { NO_CHARGES, paidInWei } from '../road/charges.js'
import type { VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { RoadBooks } from '../road/road-needs.js'
import { NoQuorum, type BlockRef, type ChainClient, type ChainView } from '../rpc/chain-client.js'

export interface FollowStore {
  /** Null: nothing was read yet. */
  cursor(venue: VenueId, chainId: number): Promise<BlockRef | null>
  moveCursor(venue: VenueId, chainId: number, block: BlockRef): Promise<void>
  /** Accounts of the venue's wallets by address, drained ones too. */
  wallets(venue: VenueId, chainId: number): Promise<ReadonlyMap<Hex, string>>
  transactionByHash(hash: Hex): Promise<VenueTransaction | null>
  /** The newest transaction of the wallet that made such an order. */
  transactionByOrder(wallet: Hex, venueOrderId: string): Promise<VenueTransaction | null>
  /** The first order that a transaction makes is the one that it was sent for. */
  recordOrder(hash: Hex, venueOrderId: string, fee: Usd): Promise<void>
  /** The venue is done with the order that the transaction made. */
  recordEnd(hash: Hex): Promise<void>
}

export type FollowPoint =
  'before book' | 'after book' | 'before record_order' | 'before record_end' | 'before move_cursor'

export interface BlockFollowerOptions {
  readonly adapter: VenueAdapter
  readonly client: ChainClient
  readonly store: FollowStore
  readonly findRequest: RoadBooks['findRequest']
  readonly book: RoadBooks['book']
  /** Told of a reorganisation of what was booked, with every round in which it is still so. */
  readonly onMismatch: (accountIds: readonly string[], booked: BlockRef, found: Hex) => Promise<void>
  /** The price of the native token, in dollars. */
  readonly nativePrice: () => Price
  readonly blocksMax: number
  /** Reaches a point; tests throw from it. */
  readonly at?: (point: FollowPoint) => void
}

export interface BlockFollower {
  /** Reads the next blocks. Resolves to the number of confirmed blocks that are left, or null after a mismatch. */
  run(view: ChainView): Promise<number | null>
}

export function createBlockFollower(options: BlockFollowerOptions): BlockFollower {
  const { adapter, client, store, blocksMax, at = () => undefined } = options
  const { venue, chainId } = adapter

  async function run({ confirmed }: ChainView): Promise<number | null> {
    const cursor = await store.cursor(venue, chainId)
    if (cursor === null) {
      await store.moveCursor(venue, chainId, confirmed)
      return 0
    }
    const wallets = await store.wallets(venue, chainId)
    if (cursor.number > confirmed.number) return 0
    const found = await client.blockHash(cursor.number)
    if (found !== cursor.hash) {
      await options.onMismatch([...wallets.values()], cursor, found)
      return null
    }
    if (cursor.number === confirmed.number) return 0
    const to = Math.min(confirmed.number, cursor.number + blocksMax)
    const hash = to === confirmed.number ? confirmed.hash : await client.blockHash(to)
    if (wallets.size > 0) await bookLogs(wallets, cursor.number + 1, to)
    at('before move_cursor')
    await store.moveCursor(venue, chainId, { number: to, hash })
    return confirmed.number - to
  }

  async function bookLogs(wallets: ReadonlyMap<Hex, string>, from: number, to: number): Promise<void> {
    const addresses = [...wallets.keys()]
    const found = await client.logs(adapter.logFilter(addresses), from, to)
    const hashes = [...new Set(found.map(({ txHash }) => txHash as Hex))]
    const requests = await requestsOf(options, hashes)
    const context = {
      at: (block: number) => client.readerAt(block),
      requestOf: (txHash: string) => requests.get(txHash),
    }
    for (const log of await adapter.readLogs(await client.transactionLogs(hashes), new Set(addresses), context)) {
      const accountId = wallets.get(log.wallet)
      if (accountId !== undefined) await bookLog(accountId, log)
    }
  }

  async function bookLog(accountId: string, log: PlacedLog): Promise<void> {
    const transaction = await transactionOf(log)
    // An order that is frozen or updated goes on: what its transaction cost is charged once, with its end.
    const ended = transaction !== null && ENDS.has(log.kind) ? transaction : null
    const report = reportOf(log, transaction, await costsOf(ended))
    if (report === null) return
    at('before book')
    await options.book(accountId, report)
    at('after book')
    if (ended === null) return
    at('before record_end')
    await store.recordEnd(ended.hash)
  }

  /** An order is known by the transaction that made it; later logs of it come from keepers' transactions. */
  async function transactionOf(log: PlacedLog): Promise<VenueTransaction | null> {
    const { wallet, venueOrderId } = log
    if (venueOrderId === null) return null
    if (log.kind !== 'accepted') return store.transactionByOrder(wallet, venueOrderId)
    const made = await store.transactionByHash(log.place.txHash as Hex)
    if (made === null || (made.venueOrderId !== null && made.venueOrderId !== venueOrderId)) return null
    at('before record_order')
    await store.recordOrder(made.hash, venueOrderId, log.fee ?? NO_CHARGES.fees)
    return made
  }

  function reportOf(log: PlacedLog, transaction: VenueTransaction | null, costs: SendingCosts): VenueReport | null {
    const { place } = log
    const requestId = transaction?.requestId ?? null
    const withCosts = (charges: VenueCharges, keeperFee = 0n): VenueCharges => ({
      ...charges,
      oracleFees: usd(charges.oracleFees - costs.acceptedFee),
      execution: usd(charges.execution + paidInWei(costs.gas + keeperFee, options.nativePrice())),
    })
    switch (log.kind) {
      case 'accepted':
        return requestId === null ? null : { kind: 'accepted', requestId, place, venueOrderId: log.venueOrderId }
      case 'executed': {
        const { cause, keeperFee } = log
        const fill = { ...log.fill, charges: withCosts(log.fill.charges, keeperFee) }
        const isLast = transaction === null || transaction.callIndex === transaction.callCount - 1
        return { kind: 'executed', requestId, cause, place, fill, isLast }
      }
      default: {
        if (requestId === null) return null
        const charges = withCosts({ ...NO_CHARGES, oracleFees: negate(log.fee) }, log.keeperFee)
        return { kind: log.kind, requestId, place, reason: log.reason, charges }
      }
    }
  }

  async function costsOf(ended: VenueTransaction | null): Promise<SendingCosts> {
    return ended === null ? NO_COSTS : { gas: await gasOf(ended), acceptedFee: ended.acceptedFee }
  }

  /** Wei that our transaction took, by its receipt: the wallet's road may not have come to it yet. */
  async function gasOf({ hash, cost, call }: VenueTransaction): Promise<bigint> {
    if (cost !== null) return cost - call.value
    const [seen] = await client.receipts([hash])
    if (seen?.kind !== 'mined') throw new NoQuorum(`no quorum has the receipt of ${hash}, whose logs are confirmed`)
    return seen.receipt.gasUsed * seen.receipt.gasPrice
  }

  return { run }
}

/** The cost of having sent an order: gas in wei, and what its venue took on accepting it. */
interface SendingCosts {
  readonly gas: bigint
  readonly acceptedFee: Usd
}

const NO_COSTS: SendingCosts = { gas: 0n, acceptedFee: NO_CHARGES.fees }

const ENDS: ReadonlySet<VenueLog['kind']> = new Set<VenueLog['kind']>(['executed', 'cancelled', 'timed_out'])

/** The requests that were sent for by our transactions among these. */
async function requestsOf(
  { store, findRequest }: Pick<BlockFollowerOptions, 'store' | 'findRequest'>,
  hashes: readonly Hex[],
): Promise<ReadonlyMap<string, VenueRequest>> {
  const requests = new Map<string, VenueRequest>()
  for (const hash of hashes) {
    const requestId = (await store.transactionByHash(hash))?.requestId ?? null
    const request = requestId === null ? null : await findRequest(requestId)
    if (request !== null) requests.set(hash, request)
  }
  return requests
}
