import { notFound, type Reply, type Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import type { JournalEntry } from '../../core/read/journal.js'
import type { Micros } from '../../core/values/time.js'
import type { AccountRead, ReadAccount } from '../../queries/read-account.js'
import {
  listFills,
  listJournal,
  listOrders,
  listTransfers,
  putNote,
  readTaxSummary,
  type Page,
  type TimeWindow,
} from '../../queries/account-history.js'
import { journalEntryCodec, positionNoteCodec } from '../../wire/account/journal-codec.js'
import { closedPositionCodec } from '../../wire/account/position-codec.js'
import { taxSummaryCodec } from '../../wire/account/tax-summary-codec.js'
import { transferCodec } from '../../wire/account/transfer-codec.js'
import { asNumber, decimalWriter } from '../../wire/decimals.js'
import { orderCodec } from '../../wire/order/order-codec.js'
import { tradeCodec } from '../../wire/order/trade-codec.js'
import { joinCsv, resourceCsv, type ResourceCsv } from '../../wire/resource-csv.js'
import * as schemas from '../../wire/codec/schemas.js'
import { route, visitorOf, type Caller } from '../caller.js'
import type { CsvFile, CsvReply } from '../csv-reply.js'
import { listReply, windowOf } from '../list-reply.js'
import { historyCsvQuery, journalQuery, taxSummaryQuery, type HistoryTable } from '../schemas/queries.js'
import { positionNoteBody } from '../schemas/requests.js'

export interface JournalRouteDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
  readonly csvReply: CsvReply
}

const path = '/v1/account/:account_id'

/** The notes of traders on their positions, the journal, and the account's past as files. */
export function journalRoutes({ pool, readAccount, csvReply }: JournalRouteDependencies): readonly Route<Caller>[] {
  return [
    route('any', {
      method: 'GET',
      path: `${path}/journal`,
      operationId: 'listJournal',
      summary: 'Closed positions with tags, note and excursions',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      hasEtag: true,
      query: journalQuery,
      responses: { 200: { description: 'Newest first.', schema: schemas.listOf(journalEntryCodec.schema) } },
      errors: [],
      handler: async (request) => {
        const { query, principal, params } = request
        const { account, context } = await readAccount(principal.userId, params.account_id)
        const window = windowOf(query)
        const { symbol: spelling = null, tag = null } = query
        const filter = { tag, symbol: spelling && (context.instruments.resolve(spelling)?.symbol ?? spelling) }
        const page = await listJournal(pool, account.id, window, filter)
        const write = decimalWriter(query.decimals)
        const json = (entry: (typeof page.rows)[number]): string => journalEntryCodec.json(entry, write)
        return listReply(page, window, query, ({ position }) => position.closedAt ?? 0, json, visitorOf(request))
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'PUT',
      path: `${path}/positions/:position_id/note`,
      operationId: 'setPositionNote',
      summary: 'Write tags and a note to a position',
      description:
        'Open or closed. In the place of what was written before; without tags and text nothing is written any more.',
      tags: ['accounts'],
      params: { account_id: 'uuid', position_id: 'uuid' },
      body: positionNoteBody,
      responses: { 200: { description: 'As it is now.', schema: positionNoteCodec.schema } },
      errors: [],
      handler: async ({ principal, params, body }) => {
        const { account } = await readAccount(principal.userId, params.account_id)
        const written = { tags: body.tags ?? [], note: body.note ?? '' }
        const note = await putNote(pool, account.id, params.position_id, written)
        if (note === null) throw notFound('position')
        return { status: 200, body: positionNoteCodec.value(note, asNumber) }
      },
    }),
    route('any', {
      method: 'GET',
      path: `${path}/tax-summary`,
      operationId: 'getTaxSummary',
      summary: 'A calendar year by symbol, and by the ledger',
      description: 'No tax advice: what is due depends on where one lives.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      hasEtag: true,
      query: taxSummaryQuery,
      responses: { 200: { description: 'The year, so far as it has passed.', schema: taxSummaryCodec.schema } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, params.account_id)
        const summary = await readTaxSummary(pool, account.id, query.year, zoneOf(account))
        return { status: 200, body: taxSummaryCodec.value(summary, decimalWriter(query.decimals)) }
      },
    }),
    route('any', {
      method: 'GET',
      path: `${path}/history.csv`,
      operationId: 'getHistoryCsv',
      summary: 'A table of the past as a file for spreadsheets',
      description:
        'Newest first; a column for each field of the list, amounts exact. Sent as it is read, however long it is; 429 ' +
        'while two files of the user are being sent.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: historyCsvQuery,
      responses: { 200: { description: 'Lines of RFC 4180, with a line of names first.', contentType: 'text/csv' } },
      errors: [],
      handler: async (request) => {
        const { query, principal, params } = request
        const { account } = await readAccount(principal.userId, params.account_id)
        return FILES[query.table](csvReply, {
          ...{ pool, accountId: account.id, userId: principal.userId, visitor: visitorOf(request) },
          ...{ name: `${query.table}-${account.id}.csv`, window: { from: query.from ?? null, to: query.to ?? null } },
        })
      },
    }),
  ]
}

const zoneOf = ({ plan }: AccountRead['account']): string => plan.risk.tradingDay.resetTimeZone

interface Wanted extends Pick<CsvFile<never>, 'name' | 'window' | 'userId' | 'visitor'> {
  readonly pool: Pool
  readonly accountId: string
}

const fileOf =
  <T>(
    csv: ResourceCsv<T>,
    timeOf: (row: T) => Micros,
    list: (pool: Pool, accountId: string, window: TimeWindow) => Promise<Page<T>>,
  ) =>
  (reply: CsvReply, { pool, accountId, ...wanted }: Wanted): Promise<Reply> =>
    reply<T>({ ...wanted, csv, timeOf, list: (window) => list(pool, accountId, window) })

const journalCsv = joinCsv(
  resourceCsv(closedPositionCodec),
  ({ position }: JournalEntry) => position,
  resourceCsv(journalEntryCodec, ['position']),
)

const FILES: Readonly<Record<HistoryTable, (reply: CsvReply, wanted: Wanted) => Promise<Reply>>> = {
  trades: fileOf(resourceCsv(tradeCodec), ({ at }) => at, listFills),
  orders: fileOf(resourceCsv(orderCodec), ({ createdAt }) => createdAt, listOrders),
  ledger: fileOf(resourceCsv(transferCodec), ({ at }) => at, listTransfers),
  journal: fileOf(
    journalCsv,
    ({ position }) => position.closedAt ?? 0,
    (pool, accountId, window) => listJournal(pool, accountId, window, { tag: null, symbol: null }),
  ),
}
