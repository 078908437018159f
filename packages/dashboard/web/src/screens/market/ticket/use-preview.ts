import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Preview } from '@ats/sdk/types'
import { previewOrder } from '../../../api/orders.js'
import { readingOf, type Reading } from '../../../ui/reading.js'
import type { OrderBody } from './ticket-form.js'

const TYPING_MS = 300
const PRICES_MOVE_MS = 3_000

/** The preview of an order, asked for again when it changes and while prices move; nothing while there is no order. */
export function usePreview(order: OrderBody | null): Reading<Preview> & { readonly isOld: boolean } {
  const text = JSON.stringify(order)
  const [asked] = useDebouncedValue(text, TYPING_MS)
  const query = useQuery({
    queryKey: ['preview', asked],
    queryFn: ({ signal }) => previewOrder(JSON.parse(asked) as OrderBody, signal),
    enabled: asked !== 'null' && order !== null,
    placeholderData: keepPreviousData,
    refetchInterval: PRICES_MOVE_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const isOld = asked !== text || query.isPlaceholderData
  if (order === null) return { value: undefined, at: null, problem: null, isOld: false }
  return { ...readingOf(query), isOld }
}
