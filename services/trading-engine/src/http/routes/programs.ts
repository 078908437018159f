import { writeInTurns } from '@ats/service-kit/async'
import type { Route } from '@ats/service-kit/http'
import type { Pool } from 'pg'
import { listPrograms } from '../../queries/operator-lists.js'
import { readProgram } from '../../queries/read-program.js'
import { detailedProgramCodec, programCodec } from '../../wire/account/program-codec.js'
import { asNumber, decimalWriter } from '../../wire/decimals.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { programQuery } from '../schemas/queries.js'
import { program, programs } from '../schemas/responses/program.js'

export interface ProgramRouteDependencies {
  readonly pool: Pool
}

const tags = ['challenges']

export const programRoutes = ({ pool }: ProgramRouteDependencies): readonly Route<Caller>[] => [
  route('public', {
    method: 'GET',
    path: '/v1/programs',
    operationId: 'listPrograms',
    hasEtag: true,
    summary: 'The programs that are sold: phases in their order, each on a plan',
    tags,
    responses: { 200: { description: 'The newest version of each, by id.', schema: programs } },
    errors: [],
    handler: async (request) => {
      const listed = await listPrograms(pool)
      const json = (one: (typeof listed)[number]) => programCodec.json(one, asNumber)
      return { status: 200, ...(await writeInTurns(listed, json, visitorOf(request))) }
    },
  }),
  route('public', {
    method: 'GET',
    path: '/v1/programs/:program_id',
    operationId: 'getProgram',
    hasEtag: true,
    summary: 'A program with the rules of each phase',
    tags,
    params: { program_id: 'text' },
    query: programQuery,
    responses: { 200: { description: 'The version asked for, else the newest.', schema: program } },
    errors: ['not_found'],
    handler: async ({ params, query }) => {
      const found = await readProgram(pool, params.program_id, query.version ?? null)
      return { status: 200, text: detailedProgramCodec.json(found, decimalWriter(query.decimals)) }
    },
  }),
]
