import type { Route } from '@ats/service-kit/http'
import { createCompetition, type CompetitionDependencies } from '../../../commands/competitions.js'
import { competitionCodec } from '../../../wire/account/competition-codec.js'
import { asNumber } from '../../../wire/decimals.js'
import { competition } from '../../schemas/responses/competition.js'
import { route, type Operator } from '../operator.js'
import { competitionBody } from '../schemas/competition.js'

export const operatorCompetitionRoutes = (dependencies: CompetitionDependencies): readonly Route<Operator>[] => [
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
        ...{ entryCap: body.entry_cap, rankBy: body.rank_by, minTrades: body.min_trades, visibility: body.visibility },
      }
      const request = JSON.parse(JSON.stringify(body)) as Readonly<Record<string, unknown>>
      const made = await createCompetition(dependencies, wanted, { ...principal, request })
      return { status: 201, body: competitionCodec.value(made, asNumber) }
    },
  }),
]
