import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
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
}

interface Asked {
  readonly order: OrderRequest | null
  readonly isStandIn: boolean
}

/** The preview of an order, asked for again when it changes and while prices move; nothing while there is no order. */
export function usePreview(now: Asked): PreviewReading {
  const text = JSON.stringify(now)
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const { order, isStandIn } = JSON.parse(asked) as Asked
  const query = useQuery({
    queryKey: ['preview', isStandIn, order],
    queryFn: ({ signal }) => (order === null ? Promise.reject(new Error('no order')) : previewOrder(order, signal)),
    enabled: order !== null && now.order !== null,
    // The figures of a stand-in are not those of the order that is typed in its place.
    placeholderData: (before: Preview | undefined, query) => (query?.queryKey[1] === isStandIn ? before : undefined),
    refetchInterval: PRICES_MOVE_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const isOld = asked !== text || query.isPlaceholderData
  if (now.order === null) return { value: undefined, at: null, problem: null, isOld: false, isStandIn }
  return { ...readingOf(query), isOld, isStandIn }
}
