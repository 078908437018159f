import { useQuery } from '@tanstack/react-query'
import type { Order, Position, Trade } from '@ats/sdk/types'
import { useMemo } from 'react'
import { positionsQuery, workingOrdersQuery } from '../../account/account-queries.js'
import { ownAccounts } from '../../api/account-reads.js'
import { accountKey } from '../../api/accounts.js'
import type { MarketPlace } from '../../api/market.js'

interface Own {
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
  readonly fills: readonly Trade[]
}

const FILLS = 200

/** The positions, orders and fills of an account in a market: read again when its stream tells of new events. */
export function useOwn(accountId: string | undefined, { venue, symbol }: MarketPlace): Own {
  const id = accountId ?? ''
  const enabled = accountId !== undefined
  const positions = useQuery({ ...positionsQuery(ownAccounts, id), enabled }).data
  const orders = useQuery({ ...workingOrdersQuery(ownAccounts, id), enabled }).data
  const fills = useQuery({
    queryKey: [...accountKey(id), 'latest-fills'],
    queryFn: async ({ signal }) => (await ownAccounts.trades(id, { limit: FILLS, signal })).rows,
    enabled,
  }).data
  return useMemo(() => {
    const isHere = (row: { readonly venue: string; readonly symbol: string }): boolean =>
      row.venue === venue && row.symbol === symbol
    return {
      positions: (positions ?? []).filter(isHere),
      orders: (orders ?? []).filter(isHere),
      fills: (fills ?? []).filter(isHere),
    }
  }, [positions, orders, fills, venue, symbol])
}
