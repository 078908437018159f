import type { Route } from '@ats/service-kit/http'
import { requestProblem } from '../../wire/request-problem.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { setLeverage } from '../../commands/set-leverage.js'
import { leverageOf } from '../../core/execution/leverage.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { decimalWriter } from '../../wire/decimals.js'
import { leverageCodec } from '../../wire/account/leverage-codec.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, type Caller } from '../caller.js'
import { decimalsQuery, leverageQuery } from '../schemas/queries.js'
import { setLeverageBody } from '../schemas/requests.js'
import { leverage } from '../schemas/responses/leverage.js'
import { toSetLeverage } from '../schemas/to-order-command.js'

export interface LeverageRouteDependencies {
  readonly runCommand: RunCommand
  readonly readAccount: ReadAccount
}

const path = '/v1/account/:account_id/leverage'

/** Routes for the leverage of a symbol at a venue. */
export function leverageRoutes({ runCommand, readAccount }: LeverageRouteDependencies): readonly Route<Caller>[] {
  return [
    route('any', {
      method: 'GET',
      path,
      operationId: 'getLeverage',
      summary: 'The leverage of a symbol at a venue',
      description: 'Without `platform_id`: on the venue where an order would go that names none.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: leverageQuery,
      responses: { 200: { description: 'The leverage in force, and the most it could be.', schema: leverage } },
      errors: [],
      handler: async ({ principal, params, query }) => {
        const { symbol, platform_id: venue = null } = query
        const { account, context } = await readAccount(principal.userId, params.account_id)
        const write = decimalWriter(query.decimals)
        const found = leverageOf(account, { symbol, venue }, context.instruments)
        if ('problem' in found) throw requestProblem(found.problem, write)
        return { status: 200, body: leverageCodec.value(found, write) }
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'PUT',
      path,
      operationId: 'setLeverage',
      summary: 'Set the leverage of a symbol at a venue',
      description:
        "From 1 up to the plan's and the instrument's. New positions, working orders and the open position take it; " +
        'at a LIVE venue the open position keeps its own. Outside ACTIVE it may only be lowered; 422 ' +
        '`insufficient_margin` where free margin does not allow it, or the open position would stand at or under its ' +
        'maintenance margin, or has no fresh mark.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      body: setLeverageBody,
      responses: { 200: { description: 'The leverage in force, and the most it could be.', schema: leverage } },
      errors: ['risk_rejected'],
      handler: async ({ principal, params, body, query }) =>
        answerReply(
          await setLeverage(runCommand, {
            ...commanderOf(principal),
            accountId: params.account_id,
            set: toSetLeverage(body),
            write: decimalWriter(query.decimals),
          }),
        ),
    }),
  ]
}
