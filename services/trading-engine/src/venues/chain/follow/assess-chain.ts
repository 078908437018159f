/**
 * Judges whether a chain that is another one than the one that was booked can be taken as it now is. The blocks from
 * some block on were replaced, deeper than any confirmation; what the books have of them cannot be undone. So all of
 * it must be there again as it was booked: then the books go back to a block that both chains have, and read on.
 * Nothing is changed here.
 */
import type { VenueId } from '../../../core/model/market/instrument.js'
import type { VenueCharges, VenueRequest } from '../../../core/model/live/venue-request.js'
import type { ChainVerdict } from '../../../core/model/live/chain-verdict.js'
import type { VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { Price, Quantity } from '../../../core/values/decimal.js'
import type { Micros } from '../../../core/values/time.js'
import type { Hex, PlacedLog, VenueAdapter, VenueLog } from '../../port.js'
import type { BlockRef, ChainClient } from '../rpc/chain-client.js'
import type { ReceiptView } from '../rpc/votes.js'

/** A block that the books had been advanced to, and since when. */
export interface PassedBlock extends BlockRef {
  readonly since: Micros
}

/** A report that was booked, by its name on the chain. */
export interface BookedReport {
  readonly accountId: string
  readonly kind: VenueLog['kind']
  readonly txHash: Hex
  readonly logIndex: number
  /** An execution as the books hold it; null where they had no place for it. */
  readonly fill: BookedFill | null
}

export interface BookedFill {
  readonly quantity: Quantity
  readonly price: Price
  readonly charges: VenueCharges
}

export interface JudgeStore {
  cursor(venue: VenueId, chainId: number): Promise<BlockRef | null>
  /** Newest first. */
  passedBlocks(venue: VenueId, chainId: number): Promise<readonly PassedBlock[]>
  /** Accounts of the venue's wallets by address. */
  wallets(venue: VenueId, chainId: number): Promise<ReadonlyMap<Hex, string>>
  /** Reports of logs that were booked since, of these accounts. */
  reportsSince(chainId: number, accountIds: readonly string[], since: Micros): Promise<readonly BookedReport[]>
  /** Transactions of the wallets that a block after this one was seen to have. */
  settledAfter(wallets: readonly Hex[], block: number): Promise<readonly VenueTransaction[]>
  transactionByHash(hash: Hex): Promise<VenueTransaction | null>
}

export interface AssessOptions {
  readonly adapter: Pick<VenueAdapter, 'venue' | 'chainId' | 'readLogs'>
  readonly client: Pick<ChainClient, 'look' | 'blockHash' | 'receipts' | 'transactionLogs' | 'readerAt'>
  readonly store: JudgeStore
  readonly findRequest: (id: string) => Promise<VenueRequest | null>
}

export async function assessChain({ adapter, client, store, findRequest }: AssessOptions): Promise<ChainVerdict> {
  const { venue, chainId } = adapter
  const { head, confirmed } = await client.look()
  const from = await store.cursor(venue, chainId)
  if (from === null) return { kind: 'unchanged' }
  if (from.number <= confirmed.number && (await client.blockHash(from.number)) === from.hash)
    return { kind: 'unchanged' }
  const to = await newestCommon(client, await store.passedBlocks(venue, chainId), confirmed.number)
  if (to === null) return { kind: 'refused', problems: ['no block is known that both chains have'] }
  const wallets = await store.wallets(venue, chainId)
  const booked = await store.reportsSince(chainId, [...wallets.values()], to.since)
  const missed = await problemsOf(booked)
  const { displaced, problems } = await displacedAmong(client, await store.settledAfter([...wallets.keys()], to.number))
  if (missed.length + problems.length > 0) return { kind: 'refused', problems: [...missed, ...problems] }
  const { number, hash } = to
  return { kind: 'acceptable', chainId, from, to: { number, hash }, head, displaced }

  async function problemsOf(reports: readonly BookedReport[]): Promise<readonly string[]> {
    const there = await logsOf([...new Set(reports.map(({ txHash }) => txHash))], wallets)
    return reports.flatMap((report) => {
      const name = `${report.kind} in ${report.txHash}, log ${report.logIndex}`
      const log = there.find((one) => isSameReport(one, report, wallets.get(one.wallet)))
      if (log === undefined) return [`${name}: it is booked, and not on the chain`]
      return isSameFill(log, report.fill) ? [] : [`${name}: it is booked with other figures than the chain has`]
    })
  }

  async function logsOf(hashes: readonly Hex[], of: ReadonlyMap<Hex, string>): Promise<readonly PlacedLog[]> {
    const seen = await client.receipts(hashes)
    const mined = hashes.filter((_, index) => seen[index]?.kind === 'mined')
    const requests = new Map<string, VenueRequest>()
    for (const hash of mined) {
      const id = (await store.transactionByHash(hash))?.requestId ?? null
      const request = id === null ? null : await findRequest(id)
      if (request !== null) requests.set(hash, request)
    }
    const context = {
      at: (block: number) => client.readerAt(block),
      requestOf: (hash: string) => requests.get(hash),
    }
    return adapter.readLogs(await client.transactionLogs(mined), new Set(of.keys()), context)
  }
}

async function newestCommon(
  client: Pick<ChainClient, 'blockHash'>,
  passed: readonly PassedBlock[],
  confirmed: number,
): Promise<PassedBlock | null> {
  for (const block of passed)
    if (block.number <= confirmed && (await client.blockHash(block.number)) === block.hash) return block
  return null
}

const isSameReport = (log: PlacedLog, report: BookedReport, accountId: string | undefined): boolean =>
  accountId === report.accountId &&
  log.kind === report.kind &&
  log.place.txHash === report.txHash &&
  log.place.logIndex === report.logIndex

/** Gas and what was paid on acceptance are of other transactions. */
const CHARGES = ['fees', 'funding', 'borrowing', 'rollover', 'priceImpact'] as const

function isSameFill(log: PlacedLog, booked: BookedFill | null): boolean {
  if (booked === null || log.kind !== 'executed') return true
  const { quantity, price, charges } = log.fill
  return (
    quantity === booked.quantity &&
    price === booked.price &&
    CHARGES.every((name) => charges[name] === booked.charges[name])
  )
}

interface Displaced {
  readonly displaced: readonly VenueTransaction[]
  readonly problems: readonly string[]
}

/** A transaction whose gas is booked may stand elsewhere, and must cost what it did. */
async function displacedAmong(
  client: Pick<ChainClient, 'receipts'>,
  settled: readonly VenueTransaction[],
): Promise<Displaced> {
  const seen = await client.receipts(settled.map(({ hash }) => hash))
  const displaced = settled.filter((made, index) => !isInPlace(made, seen[index]))
  const problems = settled.flatMap((made, index) => {
    const view = seen[index] ?? { kind: 'unsure' }
    if (view.kind === 'unsure') return [`${made.hash}: the endpoints do not agree on it`]
    if (!made.isGasBooked || isInPlace(made, view) || costOf(view) === gasOf(made)) return []
    return [`${made.hash}: what it cost is booked, and it did not cost that on the chain`]
  })
  return { displaced, problems }
}

const isInPlace = ({ block, blockHash }: VenueTransaction, view: ReceiptView | undefined): boolean =>
  view?.kind === 'mined' && view.receipt.block === block && view.receipt.blockHash === blockHash

/** Wei for gas, and whether it ran; null: it is not there. */
const costOf = (view: ReceiptView): string | null =>
  view.kind === 'mined' ? `${view.receipt.isSuccess} ${view.receipt.gasUsed * view.receipt.gasPrice}` : null
const gasOf = ({ state, cost, call }: VenueTransaction): string =>
  state === 'MINED' ? `true ${(cost ?? 0n) - call.value}` : `false ${cost ?? 0n}`
