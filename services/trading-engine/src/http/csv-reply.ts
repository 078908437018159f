/** Files of any length, sent a page at a time, at the pace of the reader. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { mapInTurns, type Visitor } from '@ats/service-kit/async'
import { RequestError, type Logger } from '@ats/service-kit/process'
import type { Reply } from '@ats/service-kit/http'
import type { Micros } from '../core/values/time.js'
import type { Page, TimeWindow } from '../queries/account-history.js'
import type { ResourceCsv } from '../wire/resource-csv.js'

/** At a time, of one user in this process. */
const FILES_MAX = 2
const ROWS_AT_A_TIME = 500
/** A reader that takes nothing for so long is cut off. */
const STALLED_MS = 30_000
const RETRY_AFTER_SECONDS = 5

export interface CsvFile<T> {
  readonly name: string
  readonly csv: ResourceCsv<T>
  /** Rows of the window, newest first. */
  readonly list: (window: TimeWindow) => Promise<Page<T>>
  readonly timeOf: (row: T) => Micros
  readonly window: Pick<TimeWindow, 'from' | 'to'>
  readonly userId: string
  readonly visitor: Visitor
}

export type CsvReply = <T>(file: CsvFile<T>) => Promise<Reply>

export function createCsvReply(logger: Logger): CsvReply {
  const open = new Map<string, number>()

  function take(userId: string): () => void {
    const count = open.get(userId) ?? 0
    if (count >= FILES_MAX)
      throw new RequestError(
        'rate_limited',
        `${FILES_MAX} files of this user are being sent; wait for one to end`,
        {},
        {
          'Retry-After': String(RETRY_AFTER_SECONDS),
        },
      )
    open.set(userId, count + 1)
    return () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    }
  }

  return async (file) => {
    const giveBack = take(file.userId)
    try {
      // Read before the head is sent: what fails now is still an answer.
      const first = await file.list({ ...file.window, limit: ROWS_AT_A_TIME })
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${file.name}"`,
        },
        stream: {
          begin: (response) =>
            void send(response, file, first)
              .catch((error: unknown) => {
                logger.warn({ err: error, file: file.name }, 'a file was cut off')
                response.destroy()
              })
              .finally(giveBack),
          abandon: giveBack,
        },
      }
    } catch (error) {
      giveBack()
      throw error
    }
  }
}

async function send<T>(response: ServerResponse, file: CsvFile<T>, first: Page<T>): Promise<void> {
  response.setTimeout(STALLED_MS, () => response.destroy())
  // With the head the request is answered: from now on the reader counts as gone when the connection is.
  const visitor = { ...file.visitor, isGone: () => response.destroyed }
  await pipeline(Readable.from(textOf({ ...file, visitor }, first), { objectMode: false }), response)
}

async function* textOf<T>({ csv, list, timeOf, window, visitor }: CsvFile<T>, first: Page<T>): AsyncGenerator<string> {
  yield csv.head
  for (let page = first; ;) {
    const last = page.rows.at(-1)
    if (last === undefined) return
    yield (await mapInTurns(page.rows, (row) => csv.line(row), visitor)).join('')
    if (!page.hasMore) return
    page = await list({ ...window, to: timeOf(last) - 1, limit: ROWS_AT_A_TIME })
  }
}
