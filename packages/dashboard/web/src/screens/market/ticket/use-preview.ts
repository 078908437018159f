import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Preview } from '@ats/sdk/types'
import { previewOrder, type OrderRequest } from '../../../api/orders.js'
import { readingOf, type Reading } from '../../../ui/reading.js'

const TYPING_MS = 300
const PRICES_MOVE_MS = 3_000

export interface PreviewReading extends Reading<Preview> {
  /** The order has changed since. */
  readonly isOld: boolean
  /** It is of an order that nobody has typed. */
  readonly isStandIn: boolean
  /** That of the order as it is now, asked for unless it is known; undefined when nobody can say. */
  readonly ofNow: () => Promise<Preview | undefined>
}

interface Asked {
  readonly order: OrderRequest | null
  readonly isStandIn: boolean
  /** The state of the account: a preview from before it changed is old. */
  readonly state: string
}

/** The preview of an order, asked for again when it changes and while prices move; nothing while there is no order. */
export function usePreview(now: Asked): PreviewReading {
  const text = JSON.stringify(now)
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const { order, isStandIn, state } = JSON.parse(asked) as Asked
  const queries = useQueryClient()
  const query = useQuery({
    ...previewQuery({ order, isStandIn, state }),
    enabled: order !== null && now.order !== null,
    // The figures of a stand-in are not those of the order that is typed in its place.
    placeholderData: (before: Preview | undefined, query) => (query?.queryKey[1] === isStandIn ? before : undefined),
    refetchInterval: PRICES_MOVE_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const isOld = asked !== text || query.isPlaceholderData
  const ofNow = (): Promise<Preview | undefined> =>
    isOld && now.order !== null
      ? queries.fetchQuery({ ...previewQuery(now), staleTime: 0 }).catch(() => undefined)
      : Promise.resolve(query.data)
  if (now.order === null) return { value: undefined, at: null, problem: null, isOld: false, isStandIn, ofNow }
  return { ...readingOf(query), isOld, isStandIn, ofNow }
}

const previewQuery = ({ order, isStandIn, state }: Asked) =>
  queryOptions({
    queryKey: ['preview', isStandIn, order, state],
    queryFn: ({ signal }) => (order === null ? Promise.reject(new Error('no order')) : previewOrder(order, signal)),
  })
