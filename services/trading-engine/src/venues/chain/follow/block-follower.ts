/**
 * Reads what a venue's contracts say, block by block, once a block is confirmed, and hands it on as reports in the
 * order of the chain. The cursor moves after they are booked, so a report may come twice, never not at all; its place
 * names it. A reorganisation above the confirmed block is never seen here. One below it no program can undo: the
 * follower tells, and stays where it is.
 */
import type { VenueId } from '../../../core/model/market/instrument.js'
import type { VenueRequest } from '../../../core/model/live/venue-request.js'
import type { Hex, PlacedLog, VenueAdapter, VenueLog } from '../../port.js'
import { createGasBooks, type GasStore, type NativePriceAt } from '../sending/gas-books.js'
import type { VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { SenderBooks } from '../sending/sender-options.js'
import type { BlockRef, ChainClient, ChainView } from '../rpc/chain-client.js'
import { reportsOf } from './reports-of-log.js'

export interface FollowStore extends GasStore {
  /** Null: nothing was read yet. */
  cursor(venue: VenueId, chainId: number): Promise<BlockRef | null>
  /** Moves it on from where it was read; does nothing where it is elsewhere by now. */
  moveCursor(venue: VenueId, chainId: number, from: BlockRef | null, to: BlockRef): Promise<void>
  /** Accounts of the venue's wallets by address, drained ones too. */
  wallets(venue: VenueId, chainId: number): Promise<ReadonlyMap<Hex, string>>
  transactionByHash(hash: Hex): Promise<VenueTransaction | null>
  /** The newest transaction of the wallet that made such an order. */
  transactionByOrder(wallet: Hex, venueOrderId: string): Promise<VenueTransaction | null>
  /** The first order that a transaction makes is the one that it was sent for. */
  recordOrder(hash: Hex, venueOrderId: string): Promise<void>
  /** The venue is done with the order that the transaction made. */
  recordEnd(hash: Hex): Promise<void>
}

export type FollowPoint =
  | 'before book'
  | 'after book'
  | 'before record_gas'
  | 'before record_order'
  | 'before record_end'
  | 'before move_cursor'

export interface BlockFollowerOptions {
  readonly adapter: VenueAdapter
  readonly client: ChainClient
  readonly store: FollowStore
  readonly findRequest: SenderBooks['findRequest']
  readonly book: SenderBooks['book']
  /** Told of a reorganisation of what was booked, with every round in which it is still so. */
  readonly onMismatch: (accountIds: readonly string[], booked: BlockRef, found: Hex) => Promise<void>
  readonly nativePriceAt: NativePriceAt
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
  const { book, nativePriceAt } = options
  const gasBooks = createGasBooks({ client, store, book, nativePriceAt, at })

  async function run({ confirmed }: ChainView): Promise<number | null> {
    const cursor = await store.cursor(venue, chainId)
    if (cursor === null) {
      await store.moveCursor(venue, chainId, null, confirmed)
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
    await store.moveCursor(venue, chainId, cursor, { number: to, hash })
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

  /** The cost of a transaction is booked before what came of it. */
  async function bookLog(accountId: string, log: PlacedLog): Promise<void> {
    const sent = await store.transactionByHash(log.place.txHash as Hex)
    if (sent !== null) await gasBooks.book(accountId, sent)
    const transaction = await transactionOf(log, sent)
    for (const report of await reportsOf(log, transaction, nativePriceAt)) {
      at('before book')
      await book(accountId, report)
      at('after book')
    }
    if (transaction === null || !ENDS.has(log.kind)) return
    at('before record_end')
    await store.recordEnd(transaction.hash)
  }

  /** An order is known by the transaction that made it; later logs of it come from keepers' transactions. */
  async function transactionOf(log: PlacedLog, sent: VenueTransaction | null): Promise<VenueTransaction | null> {
    const { wallet, venueOrderId, kind } = log
    if (venueOrderId === null) return kind === 'collateral' ? sent : null
    if (kind !== 'accepted') return store.transactionByOrder(wallet, venueOrderId)
    if (sent === null || (sent.venueOrderId !== null && sent.venueOrderId !== venueOrderId)) return null
    at('before record_order')
    await store.recordOrder(sent.hash, venueOrderId)
    return sent
  }

  return { run }
}

const ENDS: ReadonlySet<VenueLog['kind']> = new Set<VenueLog['kind']>([
  'executed',
  'cancelled',
  'timed_out',
  'collateral',
])

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
