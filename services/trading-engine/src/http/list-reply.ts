import { writeInTurns, type Visitor } from '@ats/service-kit/async'
import type { Reply } from '@ats/service-kit/http'
import type { Micros } from '../core/values/time.js'
import { formatTimestamp } from '../core/values/time.js'
import type { Page, TimeWindow } from '../queries/account-history.js'
import { HISTORY_LIMIT, type Cap } from './schemas/limits.js'

interface WindowQuery {
  readonly from?: Micros
  readonly to?: Micros
  readonly limit?: number
}

/** The window a list query asks for, its limit clamped to the most the list gives. */
export const windowOf = ({ from, to, limit }: WindowQuery, cap: Cap = HISTORY_LIMIT): TimeWindow => ({
  from: from ?? null,
  to: to ?? null,
  limit: Math.min(limit ?? cap.default, cap.max),
})

/** A bare array, newest first. */
export async function listReply<T>(
  page: Page<T>,
  window: TimeWindow,
  requested: WindowQuery,
  timeOf: (row: T) => Micros,
  json: (row: T) => string,
  visitor: Visitor,
): Promise<Reply> {
  const written = await writeInTurns(page.rows, json, visitor)
  return { status: 200, ...written, headers: listHeaders(page, window, requested, timeOf) }
}

/**
 * Headers of a page. Rows of one account have strictly increasing times, so `X-Next-To`, the last row's time less a
 * microsecond, continues without skipping or repeating a row.
 */
export function listHeaders<T>(
  page: Page<T>,
  window: TimeWindow,
  requested: WindowQuery,
  timeOf: (row: T) => Micros,
): Record<string, string> {
  const last = page.rows.at(-1)
  return {
    'X-Has-More': String(page.hasMore),
    ...(last === undefined ? {} : { 'X-Next-To': formatTimestamp(timeOf(last) - 1) }),
    ...limitHeader(window.limit, requested.limit),
  }
}

/** Says so when fewer rows are given than were asked for. */
export const limitHeader = (applied: number, requested: number | undefined): Record<string, string> =>
  requested !== undefined && requested > applied ? { 'X-Limit-Applied': String(applied) } : {}
