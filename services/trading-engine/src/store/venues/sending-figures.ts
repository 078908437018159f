/** Figures of all wallets, for metrics. */
import type { VenueId } from '../../core/model/market/instrument.js'
import type { WalletStanding } from '../../core/model/live/trading-wallet.js'
import { LEVEL_LOST } from '../../core/model/live/venue-request.js'
import type { Queryable } from '../read/queryable.js'
import { spentToday } from './wallet-transactions.js'

export interface SendingFigures {
  /** Transactions. */
  readonly byState: ReadonlyMap<string, number>
  /** Seconds since the oldest bytes that nobody has taken were signed; 0: none. */
  readonly oldestUnsentSeconds: number
  /** Seconds since the oldest request was made that its venue has not taken; 0: none. */
  readonly oldestRequestSeconds: number
  /** Wei, for ever. */
  readonly gasSpent: bigint
  /** Requests made within the last hour that have failed. */
  readonly failed: ReadonlyMap<VenueId, number>
  /** Exits that a venue has dropped or moved within the last hour. */
  readonly exitsLost: ReadonlyMap<VenueId, number>
  /** Tokens that accounts hold and that are not swept. */
  readonly tokensHeld: ReadonlyMap<VenueId, number>
  readonly wallets: ReadonlyMap<WalletStanding, number>
  /** The share of its budget of the day that a wallet of the venue has used, the largest. */
  readonly budgetUsed: ReadonlyMap<VenueId, number>
  /** The last block whose logs are booked. */
  readonly booked: ReadonlyMap<VenueId, number>
}

export const NO_FIGURES: SendingFigures = {
  ...{ byState: new Map(), oldestUnsentSeconds: 0, oldestRequestSeconds: 0, gasSpent: 0n, exitsLost: new Map() },
  ...{ tokensHeld: new Map(), failed: new Map(), wallets: new Map(), budgetUsed: new Map(), booked: new Map() },
}

/** `since`: an id as it would have been made an hour ago. Those of requests begin with their time. */
export async function readSendingFigures(db: Queryable, chainId: number, since: string): Promise<SendingFigures> {
  const [transactions, waiting, failed, lost, held, wallets, booked] = await Promise.all([
    db.query<TransactionsRow>({ name: 'count_venue_transactions', text: COUNT_TRANSACTIONS, values: [] }),
    db.query<{ age: string | null }>({ name: 'oldest_venue_request', text: OLDEST_REQUEST, values: [] }),
    db.query<OfVenue>({ name: 'count_failed_requests', text: COUNT_FAILED, values: [since] }),
    db.query<OfVenue>({ name: 'count_lost_exits', text: COUNT_LOST, values: [since] }),
    db.query<OfVenue>({ name: 'count_held_tokens', text: COUNT_HELD, values: [chainId] }),
    db.query<WalletRow>({ name: 'count_venue_wallets', text: COUNT_WALLETS, values: [chainId] }),
    db.query<OfVenue>({ name: 'list_venue_cursors', text: LIST_CURSORS, values: [chainId] }),
  ])
  const { rows } = transactions
  const states = [...new Set(wallets.rows.map(({ state }) => state))]
  const ofState = (state: WalletStanding): number => wallets.rows.filter((row) => row.state === state).length
  const used = wallets.rows.map(({ venue, used: share }) => [venue, Number(share)] as const)
  return {
    byState: new Map(rows.map(({ state, transactions: count }) => [state, Number(count)])),
    oldestUnsentSeconds: Number(rows.find(({ state }) => state === 'SIGNED')?.age ?? 0),
    oldestRequestSeconds: Number(waiting.rows[0]?.age ?? 0),
    gasSpent: rows.reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n),
    failed: numbersOf(failed.rows),
    exitsLost: numbersOf(lost.rows),
    tokensHeld: numbersOf(held.rows),
    wallets: new Map(states.map((state) => [state, ofState(state)])),
    budgetUsed: largestOf(used),
    booked: numbersOf(booked.rows),
  }
}

interface TransactionsRow {
  readonly state: string
  readonly transactions: string
  readonly age: string | null
  readonly cost: string | null
}

interface OfVenue {
  readonly venue: VenueId
  readonly figure: string
}

interface WalletRow {
  readonly venue: VenueId
  readonly state: WalletStanding
  readonly used: string
}

const COUNT_TRANSACTIONS = `
  select state, count(*) as transactions, sum(cost) as cost,
    extract(epoch from clock_timestamp() - min(created_at)) as age
  from venue_transactions group by state`

const OLDEST_REQUEST = `
  select extract(epoch from clock_timestamp() - min(created_at)) as age
  from venue_requests where state in ('NEW', 'SIGNED', 'SENT')`

const COUNT_FAILED = `
  select venue, count(*) as figure from venue_requests where id >= $1 and state = 'FAILED' group by venue`

const COUNT_LOST = `
  select venue, count(*) as figure from venue_requests where id >= $1 and reason = '${LEVEL_LOST}' group by venue`

const COUNT_HELD = `
  select w.venue, count(*) as figure
  from venue_wallets w join accounts on accounts.id = w.account_id
    cross join lateral jsonb_array_elements(token_holdings) holding
  where w.chain_id = $1 and holding ->> 'venue' = w.venue and (holding -> 'amount' ->> 'decimal')::numeric > 0
  group by w.venue`

/** A wallet that may spend nothing has used all of it. */
const COUNT_WALLETS = `
  select venue, state,
    case when gas_per_day_max = 0 then 1 else ${spentToday('w.address')} / gas_per_day_max end as used
  from venue_wallets w where chain_id = $1`

const LIST_CURSORS = `select venue, block as figure from venue_cursors where chain_id = $1`

const numbersOf = (rows: readonly OfVenue[]): ReadonlyMap<VenueId, number> =>
  new Map(rows.map(({ venue, figure }) => [venue, Number(figure)]))

function largestOf(entries: readonly (readonly [VenueId, number])[]): ReadonlyMap<VenueId, number> {
  const largest = new Map<VenueId, number>()
  for (const [venue, figure] of entries) largest.set(venue, Math.max(figure, largest.get(venue) ?? 0))
  return largest
}
