import type { ChainBlock } from '../../core/model/live/chain-verdict.js'
import {
  SIGNER_KINDS,
  WALLET_STATES,
  type TradingWallet,
  type WalletFunds,
} from '../../core/model/live/trading-wallet.js'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { VenueDifference, VenueReading } from '../../core/read/reconcile.js'
import { codecOf, field } from '../codec/codec.js'
import { count, decimal, flag, listOf, oneOf, orNull, text, uuid, venue, whole } from '../codec/kinds.js'

/** Amounts of the native token have 18 decimals, as all of ours. */
const fundsCodec = codecOf<WalletFunds>('WalletFunds')({
  usdc: field(decimal, ({ usdc }) => usdc),
  native: field(decimal, ({ native }) => native),
  is_approved: field(flag, ({ isApproved }) => isApproved),
})

interface FundedWallet {
  readonly wallet: TradingWallet
  /** Null: not known. */
  readonly funds: WalletFunds | null
}

export const tradingWalletCodec = codecOf<FundedWallet>('TradingWallet')({
  address: field(text, ({ wallet }) => wallet.address),
  account_id: field(uuid, ({ wallet }) => wallet.accountId),
  venue: field(venue, ({ wallet }) => wallet.venue),
  chain_id: field(count, ({ wallet }) => wallet.chainId),
  signer: field(oneOf(SIGNER_KINDS), ({ wallet }) => wallet.signer),
  state: field(oneOf(WALLET_STATES), ({ wallet }) => wallet.state),
  state_reason: field(orNull(text), ({ wallet }) => wallet.stateReason),
  gas_per_day: field(decimal, ({ wallet }) => wallet.gasPerDayMax),
  gas_per_order: field(decimal, ({ wallet }) => wallet.gasPerOrderMax),
  funds: field(
    orNull(fundsCodec),
    ({ funds }) => funds,
    'At the newest block. Null where the chain was not asked, or did not answer.',
  ),
})

const differenceCodec = codecOf<VenueDifference>('VenueDifference')({
  subject: field(oneOf(['position', 'trades', 'collateral', 'order', 'exit', 'token']), ({ subject }) => subject),
  symbol: field(text, ({ symbol }) => symbol, 'Of `token`: its name.'),
  books: field(orNull(text), ({ books }) => books, 'What the books say; null: nothing.'),
  venue: field(orNull(text), (difference) => difference.venue, 'What the venue says; null: nothing.'),
})

interface ReadWallet {
  readonly wallet: TradingWallet
  /** Null: nothing was read of the venue yet. */
  readonly reading: VenueReading | null
}

export const venueReadingCodec = codecOf<ReadWallet>('VenueReading')({
  address: field(text, ({ wallet }) => wallet.address),
  account_id: field(uuid, ({ wallet }) => wallet.accountId),
  venue: field(venue, ({ wallet }) => wallet.venue),
  block: field(
    orNull(count),
    ({ reading }) => reading?.block ?? null,
    'To which the books have been advanced, and at which the venue was read. Null: it was not read, e.g. since LIVE_EXECUTION is off.',
  ),
  is_equal: field(orNull(flag), ({ reading }) => reading && reading.differences.length === 0),
  differences: field(listOf(differenceCodec), ({ reading }) => reading?.differences ?? []),
})

interface AcceptedChain {
  readonly venue: VenueId
  readonly chainId: number
  readonly from: ChainBlock
  readonly to: ChainBlock
  readonly reopened: number
  readonly accountIds: readonly string[]
}

export const acceptedChainCodec = codecOf<AcceptedChain>('AcceptedChain')({
  venue: field(venue, (accepted) => accepted.venue),
  chain_id: field(count, ({ chainId }) => chainId),
  from_block: field(whole, ({ from }) => from.number, 'Up to there it was booked, on a chain that is no more.'),
  from_hash: field(text, ({ from }) => from.hash),
  to_block: field(whole, ({ to }) => to.number, 'A block that the chain still has: from there it is read on.'),
  to_hash: field(text, ({ to }) => to.hash),
  reopened: field(whole, ({ reopened }) => reopened, 'Nonces whose transactions are to be found, or sent, once more.'),
  account_ids: field(listOf(uuid), ({ accountIds }) => accountIds, 'The accounts of the wallets of the venue.'),
})
