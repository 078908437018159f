import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, Delivery, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'
import { pageOf, readAllPages, type Page } from './pages.js'

/** Deliveries of the user: all, but for what is named. */
export interface DeliveryFilter {
  readonly key_id?: string
  readonly status?: Delivery['status']
  readonly event_type?: Delivery['event_type']
  readonly from?: string
  readonly to?: string
}

const PAGE = 50
/** The most rows that the service gives at a time. */
const ROWS_MAX = 500

async function readDeliveries(
  filter: DeliveryFilter,
  limit: number,
  to: string | undefined,
  signal?: AbortSignal,
): Promise<Page<Delivery>> {
  const { data: rows = [], response } = await engine.GET('/v1/webhook-deliveries', {
    params: { query: { ...filter, limit, ...(to !== undefined && { to }) } },
    signal: signal ?? null,
  })
  return pageOf(rows, response.headers)
}

const DELIVERIES = ['webhook-deliveries']

/** Newest first. `name` is what the address says of the filter, whose span of time may move along with the clock. */
export const deliveriesQuery = (name: string, filterNow: () => DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...DELIVERIES, name],
    queryFn: ({ pageParam, signal }) => readDeliveries(filterNow(), PAGE, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextTo }) => nextTo ?? undefined,
  })

/** All that match, for a file. */
export const readAllDeliveries = (filter: DeliveryFilter): Promise<readonly Delivery[]> =>
  readAllPages((to) => readDeliveries(filter, ROWS_MAX, to))

/** Every list of deliveries, whatever its filter. */
export const allDeliveries = { queryKey: DELIVERIES }

/** Deliveries that are counted before they are sent again. */
export const COUNTED_MAX = 1_000

/** How many deliveries match that can be sent again, up to `COUNTED_MAX`. */
export async function countDeliveries(filter: DeliveryFilter, signal?: AbortSignal): Promise<number> {
  let count = 0
  let to: string | null | undefined
  while (to !== null && count < COUNTED_MAX) {
    const { rows, nextTo }: Page<Delivery> = await readDeliveries(filter, ROWS_MAX, to, signal)
    count += rows.filter(({ status }) => filter.status === 'PENDING' || status !== 'PENDING').length
    to = nextTo
  }
  return Math.min(count, COUNTED_MAX)
}

export const resendDelivery = (id: string): Promise<Delivery> =>
  bodyOf(engine.POST('/v1/webhook-deliveries/{delivery_id}/redeliver', { params: { path: { delivery_id: id } } }))

type ResendTerms = BodyOf<Operations['redeliverWebhooks']>

/** Sends all that match again, as many at a time as the engine takes, and tells how many after each time. */
export async function resendMatching(terms: ResendTerms, onCount: (sum: number) => void): Promise<number> {
  let sum = 0
  let from: string | null = terms.from
  while (from !== null) {
    const answer: AnswerOf<Operations['redeliverWebhooks']> = await bodyOf(
      engine.POST('/v1/webhook-deliveries/redeliver', { body: { ...terms, from } }),
    )
    sum += answer.redelivered
    onCount(sum)
    from = answer.next_from
  }
  return sum
}

export const sendTestEvent = (keyId: string): Promise<Delivery> =>
  bodyOf(engine.POST('/v1/webhook-test-event', { body: { key_id: keyId } }))
