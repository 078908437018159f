import type { Route } from '@ats/service-kit'
import type { ReadAccount } from '../../queries/read-account.js'
import type { Streams } from '../../streams/streams.js'
import { stream, type Caller } from '../caller.js'
import { accountStreamQuery } from '../schemas/queries.js'
import { summary } from '../schemas/responses/account.js'
import { event } from '../schemas/responses/event.js'
import { risk } from '../schemas/responses/risk.js'
import { lastEventId, streamReader, type StreamCredentials } from '../stream-reader.js'

export interface StreamRouteDependencies {
  readonly readAccount: ReadAccount
  readonly streams: Streams<StreamCredentials>
}

/** Server-sent events (docs/STREAMS.md). */
export const streamRoutes = ({ readAccount, streams }: StreamRouteDependencies): readonly Route<Caller>[] => [
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
      account: { description: 'An event; `id:` is its sequence.', data: event },
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
]
