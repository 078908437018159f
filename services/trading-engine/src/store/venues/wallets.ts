/** Wallets that LIVE accounts trade with. */
import type { PoolClient } from 'pg'
import type { VenueId } from '../../core/model/market/instrument.js'
import type { TradingWallet, WalletStanding, SignerKind } from '../../core/model/live/trading-wallet.js'
import type { Hex } from '../../core/model/live/venue-transaction.js'
import type { Queryable } from '../read/queryable.js'

interface WalletRow {
  readonly address: Hex
  readonly account_id: string
  readonly venue: VenueId
  readonly chain_id: string
  readonly signer: SignerKind
  readonly state: WalletStanding
  readonly state_reason: string | null
  readonly gas_per_day_max: string
  readonly gas_per_order_max: string
}

const walletOf = (row: WalletRow): TradingWallet => ({
  address: row.address,
  accountId: row.account_id,
  venue: row.venue,
  chainId: Number(row.chain_id),
  signer: row.signer,
  state: row.state,
  stateReason: row.state_reason,
  gasPerDayMax: BigInt(row.gas_per_day_max),
  gasPerOrderMax: BigInt(row.gas_per_order_max),
})

/** By address. */
export async function listTradingWallets(db: Queryable): Promise<readonly TradingWallet[]> {
  const { rows } = await db.query<WalletRow>({ text: 'select * from venue_wallets order by address', values: [] })
  return rows.map(walletOf)
}

/**
 * The wallets that something has to be done for: signed bytes or gas without their end, or a request that its venue has
 * not taken. What has been taken waits for the venue alone, unless another call of it comes afterwards.
 */
export async function listBusyWallets(db: Queryable, chainId: number): Promise<ReadonlySet<Hex>> {
  const { rows } = await db.query<{ readonly address: Hex }>({
    name: 'list_busy_wallets',
    text: LIST_BUSY,
    values: [chainId],
  })
  return new Set(rows.map(({ address }) => address))
}

const LIST_BUSY = `
  select wallet as address from venue_transactions where state in ('SIGNED', 'SENT') and chain_id = $1
  union
  select wallet from venue_transactions
    where state in ('MINED', 'REVERTED') and not gas_booked and chain_id = $1
  union
  select address from venue_wallets join venue_requests requests using (account_id)
    where requests.state in ('NEW', 'SIGNED', 'SENT', 'ACCEPTED', 'FROZEN') and chain_id = $1
      and not (requests.state in ('ACCEPTED', 'FROZEN')
        and (select jsonb_array_length(calls) from venue_plans where request_id = requests.id) is not distinct from 1)`

export async function findTradingWallet(db: Queryable, address: Hex): Promise<TradingWallet | null> {
  const { rows } = await db.query<WalletRow>({
    name: 'find_trading_wallet',
    text: 'select * from venue_wallets where address = $1',
    values: [address],
  })
  return rows[0] === undefined ? null : walletOf(rows[0])
}

/** The venue where the wallet of an account trades; null: it has none. */
export async function findWalletVenue(db: Queryable, accountId: string): Promise<VenueId | null> {
  const { rows } = await db.query<{ readonly venue: VenueId }>({
    name: 'find_wallet_venue',
    text: 'select venue from venue_wallets where account_id = $1',
    values: [accountId],
  })
  return rows[0]?.venue ?? null
}

/** The wallet that has this address or this account already, if there is one. */
export async function insertTradingWallet(client: PoolClient, wallet: TradingWallet): Promise<TradingWallet | null> {
  const { rowCount } = await client.query(
    `insert into venue_wallets (address, account_id, venue, chain_id, signer, gas_per_day_max, gas_per_order_max, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp()) on conflict do nothing`,
    [
      wallet.address,
      wallet.accountId,
      wallet.venue,
      wallet.chainId,
      wallet.signer,
      String(wallet.gasPerDayMax),
      String(wallet.gasPerOrderMax),
    ],
  )
  if (rowCount === 1) return null
  const { rows } = await client.query<WalletRow>(
    'select * from venue_wallets where address = $1 or account_id = $2 order by address = $1 desc',
    [wallet.address, wallet.accountId],
  )
  return rows[0] === undefined ? null : walletOf(rows[0])
}

/** The wallet as it then is; null: there is none. */
export async function changeTradingWallet(
  db: Queryable,
  address: Hex,
  state: WalletStanding,
  reason: string | null,
): Promise<TradingWallet | null> {
  const { rows } = await db.query<WalletRow>({
    text: 'update venue_wallets set state = $2, state_reason = $3 where address = $1 returning *',
    values: [address, state, reason],
  })
  return rows[0] === undefined ? null : walletOf(rows[0])
}
