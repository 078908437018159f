import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import { enterCompetition, type CompetitionDependencies } from '../../commands/competitions.js'
import { listCompetitions, listEntriesOf } from '../../queries/operator-lists.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { createReadBoard, type Board } from '../../queries/read-board.js'
import { boardRowCodec, competitionCodec, competitionEntryCodec } from '../../wire/account/competition-codec.js'
import { asNumber } from '../../wire/decimals.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { competitionsQuery } from '../schemas/queries.js'
import { competitionEntryBody } from '../schemas/requests.js'
import { board, competitionEntries, competitionEntry, competitions } from '../schemas/responses/competition.js'

export interface CompetitionRouteDependencies extends CompetitionDependencies {
  readonly readAccount: ReadAccount
}

const tags = ['competitions']

export function competitionRoutes(dependencies: CompetitionRouteDependencies): readonly Route<Caller>[] {
  const { pool, readAccount } = dependencies
  const readBoard = createReadBoard(dependencies)
  /** The text of a board, however many ask for it. */
  const written = new WeakMap<Board, string>()
  return [
    route('public', {
      method: 'GET',
      path: '/v1/competitions',
      operationId: 'listCompetitions',
      summary: 'Competitions, the latest beginning first',
      tags,
      query: competitionsQuery,
      responses: { 200: { description: 'Past ones and those to come among them.', schema: competitions } },
      errors: [],
      handler: async (request) => {
        const window = windowOf(request.query)
        const page = await listCompetitions(pool, window)
        const json = (one: (typeof page.rows)[number]) => competitionCodec.json(one, asNumber)
        return listReply(page, window, request.query, ({ from }) => from, json, visitorOf(request))
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/competitions/:competition_id',
      operationId: 'getCompetition',
      summary: 'A competition and its board',
      description:
        'By what the ledgers say, up to the end and not beyond it; at most ten seconds old. `entry_id` is what the trader ' +
        'got at the entry; accounts are not named.',
      tags,
      params: { competition_id: 'text' },
      responses: { 200: { description: 'All entries, those without a rank last.', schema: board } },
      errors: ['not_found'],
      handler: async (request) => {
        const read = await readBoard(request.params.competition_id)
        const known = written.get(read)
        if (known !== undefined) return { status: 200, text: known }
        const { competition, ranked } = read
        const { visibility } = competition
        const json = (one: (typeof ranked)[number]) => boardRowCodec.json({ ranked: one, visibility }, asNumber)
        const list = await writeInTurns(ranked, json, visitorOf(request))
        const rows = 'text' in list ? list.text : list.bytes.toString()
        const text = `{"competition":${competitionCodec.json(competition, asNumber)},"board":${rows}}`
        written.set(read, text)
        return { status: 200, text }
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/competition-entries',
      operationId: 'listCompetitionEntries',
      summary: "The caller's entries, the latest first",
      tags,
      query: competitionsQuery,
      responses: { 200: { description: 'Each with its competition and its account.', schema: competitionEntries } },
      errors: [],
      handler: async (request) => {
        const window = windowOf(request.query)
        const page = await listEntriesOf(pool, request.principal.userId, window)
        const json = (one: (typeof page.rows)[number]) => competitionEntryCodec.json(one, asNumber)
        return listReply(page, window, request.query, ({ enteredAt }) => enteredAt, json, visitorOf(request))
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/competitions/:competition_id/entries',
      operationId: 'enterCompetition',
      summary: 'Enter a competition with an account of its plan that has not traded yet',
      description:
        'One account a user; until the end, while there are places. Asked again it is the same entry, also after the end, ' +
        'with the name that was asked for last: without `display_name` it names nobody.',
      tags,
      params: { competition_id: 'text' },
      body: competitionEntryBody,
      responses: {
        200: { description: 'It was entered already.', schema: competitionEntry },
        201: { description: 'The entry.', schema: competitionEntry },
      },
      errors: ['conflict', 'not_found'],
      handler: async ({ principal, params, body }) => {
        const { account } = await readAccount(principal.userId, body.account_id)
        const name = body.display_name ?? null
        const { entry, isNew } = await enterCompetition(dependencies, params.competition_id, account, name)
        return { status: isNew ? 201 : 200, text: competitionEntryCodec.json(entry, asNumber) }
      },
    }),
  ]
}
