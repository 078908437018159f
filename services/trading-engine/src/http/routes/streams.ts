import type { Route } from '@ats/service-kit/http'
import { invalidPayload, type RequestError } from '@ats/service-kit/process'
import type { Catalogue } from '../../market/catalogue.js'
import type { ReadAccount } from '../../queries/read-account.js'
import type { Streams } from '../../streams/streams.js'
import { stream, type Caller } from '../caller.js'
import { requestedListings } from '../requested-listing.js'
import { accountStreamQuery, marketStreamQuery } from '../schemas/queries.js'
import { streamedChange, streamedSummary, summary } from '../schemas/responses/account.js'
import { event } from '../schemas/responses/event.js'
import * as market from '../schemas/responses/market.js'
import { risk, streamedRisk } from '../schemas/responses/risk.js'
import { lastEventId, streamReader, type StreamCredentials } from '../stream-reader.js'

export interface StreamRouteDependencies {
  readonly catalogue: Catalogue
  readonly readAccount: ReadAccount
  readonly streams: Streams<StreamCredentials>
}

const SYMBOLS_MAX = 50

/** Server-sent events (docs/STREAMS.md). */
export const streamRoutes = ({
  catalogue,
  readAccount,
  streams,
}: StreamRouteDependencies): readonly Route<Caller>[] => [
  stream('any', {
    path: '/v1/account/:account_id/stream',
    operationId: 'streamAccount',
    summary: 'An account as it changes: its events, its summary and its risk',
    description:
      'Each event of `GET …/events` once and in order, from the present on, or after the sequence in `Last-Event-ID` or ' +
      '`after`. At most 25 streams a key.',
    tags: ['streams'],
    params: { account_id: 'uuid' },
    query: accountStreamQuery,
    isResumable: true,
    frames: {
      account: {
        description:
          'An event; `id:` is its sequence. Before the first, `id:` stands alone: the stream begins after it.',
        data: event,
      },
      summary: { description: 'The newest summary, at most two a second.', data: summary },
      risk: { description: 'The newest risk, at most two a second.', data: risk },
    },
    errors: [],
    open: async (request) => {
      const after = lastEventId(request) ?? request.query.after
      const { account } = await readAccount(request.principal.userId, request.params.account_id)
      const latest = account.eventSequence
      return streams.account({ id: account.id, latest }, after ?? latest, streamReader(request))
    },
  }),
  stream('any', {
    path: '/v1/accounts/stream',
    operationId: 'streamAccounts',
    summary: 'All accounts of the caller as they change: summary, risk, and that something has happened',
    description:
      'The newest values, at most two a second of an account and event; the first of each comes immediately, also of ' +
      'accounts that are opened later. It does not resume: `changed` tells which accounts have events to be read.',
    tags: ['streams'],
    frames: {
      summary: { description: 'The newest summary of an account.', data: streamedSummary },
      risk: { description: 'The newest risk of an account.', data: streamedRisk },
      changed: { description: 'The latest sequence among the events of an account.', data: streamedChange },
    },
    errors: [],
    open: (request) => streams.accounts(request.principal.userId, streamReader(request)),
  }),
  stream('public', {
    path: '/v1/stream',
    operationId: 'streamMarket',
    summary: 'Prices, books, trades and candles of symbols as they change',
    description:
      'The newest values, at most four a second of a symbol and channel; the first of each comes immediately. A reader ' +
      'that is slow misses values, and gets the newest once it has read. At most 10 streams of a client address, or 25 ' +
      'of a valid key that is sent along.',
    tags: ['streams'],
    query: marketStreamQuery,
    frames: {
      price: { description: 'The body of `GET /v1/price`, without the change in 24 hours.', data: market.price },
      book: { description: 'The body of `GET /v1/orderbook`, with its default depth.', data: market.orderbook },
      trades: { description: 'The latest trades, then the new ones, oldest first.', data: market.streamedTrades },
      candles: {
        description: 'The open candle. When it has ended its final form, then the next one.',
        data: market.streamedCandle,
      },
    },
    errors: ['not_found'],
    open: (request) => {
      const { channels, ...wanted } = request.query
      if (wanted.symbols.split(',').length > SYMBOLS_MAX) throw tooManySymbols()
      return streams.market(requestedListings(catalogue, wanted), channels, streamReader(request))
    },
  }),
]

const tooManySymbols = (): RequestError =>
  invalidPayload([
    { path: ['symbols'], code: 'symbols.max', message: `symbols must name at most ${SYMBOLS_MAX} symbols` },
  ])
