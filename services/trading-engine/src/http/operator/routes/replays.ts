import { notFound, type Route } from '@ats/service-kit/http'
import { asNumber } from '../../../wire/decimals.js'
import { replayCodec, type ReplayedAccount } from '../../../wire/operator/replay-codec.js'
import { route, type Operator } from '../operator.js'

export interface ReplayRouteDependencies {
  /** Apart from the event loop; null: there is no such account. */
  readonly replay: (accountId: string) => Promise<ReplayedAccount | null>
}

/** Replays wait for those before them. */
const ANSWERED_WITHIN_MS = 150_000

export const replayRoutes = ({ replay }: ReplayRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/replays/:id',
    operationId: 'getReplay',
    summary: 'Decide all commands of an account again, and compare what they write with what is stored',
    description:
      'Of the account with that id, from its opening on (docs/LABORATORY.md). It takes about a second for 5,000 ' +
      'commands, reads one moment of the database and changes nothing; after 40 seconds it is PARTIAL. One is made at ' +
      'a time, and three may wait.',
    tags: ['reports'],
    params: { id: 'uuid' },
    responses: { 200: { description: 'Whether it came out the same.', schema: replayCodec.schema } },
    errors: ['not_found'],
    answerWithinMs: ANSWERED_WITHIN_MS,
    handler: async ({ params }) => {
      const found = await replay(params.id)
      if (found === null) throw notFound('account')
      return { status: 200, text: replayCodec.json(found, asNumber) }
    },
  }),
]
