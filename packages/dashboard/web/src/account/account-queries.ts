import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Order } from '@ats/sdk/types'
import type { AccountReads } from '../api/account-reads.js'
import { useShownAccount } from './account-context.js'

/** Marks move without events: while something is open, positions are read again at this period. */
const MARKS_MS = 2_000

export const positionsQuery = (reads: AccountReads, id: string) =>
  queryOptions({
    queryKey: [...reads.key(id), 'positions'],
    queryFn: ({ signal }) => reads.positions(id, signal),
  })

/**
 * The working orders of an account. What a venue does with one on its way is no event, nor is a trigger that follows
 * the market: while there are such orders, they are read again.
 */
export const workingOrdersQuery = (reads: AccountReads, id: string) =>
  queryOptions({
    queryKey: [...reads.key(id), 'working-orders'],
    queryFn: ({ signal }) => reads.workingOrders(id, signal),
    refetchInterval: ({ state }) => (state.data?.some(changesWithoutEvents) === true ? MARKS_MS : false),
  })

/** The open positions of the account that is shown. */
export function usePositions() {
  const { id, reads } = useShownAccount()
  return useQuery({
    ...positionsQuery(reads, id),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? MARKS_MS : false),
  })
}

/** The working orders of the account that is shown. */
export function useWorkingOrders() {
  const { id, reads } = useShownAccount()
  return useQuery(workingOrdersQuery(reads, id))
}

const changesWithoutEvents = (order: Order): boolean => order.trail !== undefined || isAskedOfVenue(order)

/** Whether its venue has still to do what it was asked for. */
const isAskedOfVenue = ({ status, venue_order, cancel_requested_at, modify_requested_at }: Order): boolean =>
  venue_order !== undefined && (status === 'PENDING' || Boolean(cancel_requested_at) || Boolean(modify_requested_at))

/** Reads everything of the account again, after something was changed here. */
export function useRefreshAccount(): () => Promise<void> {
  const queries = useQueryClient()
  const { id, reads } = useShownAccount()
  return () => queries.invalidateQueries({ queryKey: reads.key(id) })
}
