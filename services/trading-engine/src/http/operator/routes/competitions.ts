import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import { closeCompetition, createCompetition, type CompetitionDependencies } from '../../../commands/competitions.js'
import { listCompetitions } from '../../../queries/operator-lists.js'
import { createReadBoard } from '../../../queries/read-board.js'
import { competitionCodec, operatedBoardRowCodec } from '../../../wire/account/competition-codec.js'
import { asNumber } from '../../../wire/decimals.js'
import { listReply, windowOf } from '../../list-reply.js'
import { competitionsQuery } from '../../schemas/queries.js'
import { competition, competitions, operatedBoard } from '../../schemas/responses/competition.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { closingBody } from '../schemas/requests.js'
import { competitionBody } from '../schemas/competition.js'

export function operatorCompetitionRoutes(dependencies: CompetitionDependencies): readonly Route<Operator>[] {
  const readBoard = createReadBoard(dependencies)
  return [
    route('read', {
      method: 'GET',
      path: '/operator/v1/competitions',
      operationId: 'findCompetitions',
      summary: 'Competitions, the latest beginning first',
      tags: ['competitions'],
      query: competitionsQuery,
      responses: { 200: { description: 'As everybody sees them.', schema: competitions } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const page = await listCompetitions(dependencies.pool, window)
        const json = (one: (typeof page.rows)[number]) => competitionCodec.json(one, asNumber)
        return listReply(page, window, query, ({ from }) => from, json, operatorVisit(isGone))
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/competitions/:competition_id',
      operationId: 'getOperatedCompetition',
      summary: 'A competition and its board, with users, accounts and whole names',
      tags: ['competitions'],
      params: { competition_id: 'text' },
      responses: { 200: { description: 'At most ten seconds old.', schema: operatedBoard } },
      errors: ['not_found'],
      handler: async ({ params, isGone }) => {
        const { competition: shown, ranked } = await readBoard(params.competition_id)
        const json = (one: (typeof ranked)[number]) => operatedBoardRowCodec.json(one, asNumber)
        const list = await writeInTurns(ranked, json, operatorVisit(isGone))
        const rows = 'text' in list ? list.text : list.bytes.toString()
        return { status: 200, text: `{"competition":${competitionCodec.json(shown, asNumber)},"board":${rows}}` }
      },
    }),
    route('change', {
      method: 'POST',
      path: '/operator/v1/competitions',
      operationId: 'createCompetition',
      summary: 'Announce a competition on a plan as it is now',
      description: 'Its terms stay as they are; `GET /v1/competitions` of traders lists it from now on.',
      tags: ['competitions'],
      body: competitionBody,
      responses: { 201: { description: 'The competition.', schema: competition } },
      errors: ['conflict'],
      handler: async ({ principal, body }) => {
        const wanted = {
          ...{ id: body.id, name: body.name, planId: body.plan_id, from: body.from, to: body.to },
          ...{
            entryCap: body.entry_cap,
            rankBy: body.rank_by,
            minTrades: body.min_trades,
            visibility: body.visibility,
          },
        }
        const request = JSON.parse(JSON.stringify(body)) as Readonly<Record<string, unknown>>
        const made = await createCompetition(dependencies, wanted, { ...principal, request })
        return { status: 201, body: competitionCodec.value(made, asNumber) }
      },
    }),
    route('change', {
      method: 'POST',
      path: '/operator/v1/competitions/:competition_id/close',
      operationId: 'closeCompetition',
      summary: 'Close a competition before its end',
      description:
        'Nobody enters any more; ranks are those of this moment, and final. 409 (`competition_over`) after its end.',
      tags: ['competitions'],
      params: { competition_id: 'text' },
      body: closingBody,
      responses: { 200: { description: 'The competition as it then is.', schema: competition } },
      errors: ['conflict', 'not_found'],
      handler: async ({ principal, params: { competition_id: id }, body }) => {
        const operator = { ...principal, request: { competition_id: id, ...body } }
        const closed = await closeCompetition(dependencies, id, body.reason, operator)
        return { status: 200, body: competitionCodec.value(closed, asNumber) }
      },
    }),
  ]
}
