import type { Route } from '@ats/service-kit'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { liftKillSwitch, useKillSwitch } from '../../commands/kill-switch.js'
import { decimalWriter } from '../../wire/decimals.js'
import { answerReply } from '../answer-reply.js'
import { route, type Caller } from '../caller.js'
import { requireScope } from '../require-scope.js'
import { decimalsQuery } from '../schemas/queries.js'
import { killSwitchBody } from '../schemas/requests.js'
import { account } from '../schemas/responses/account.js'
import { stopped } from '../schemas/responses/switch.js'

export interface SwitchRouteDependencies {
  readonly runCommand: RunCommand
}

const killSwitch = '/v1/account/:account_id/kill-switch'

/** Routes of the switches with which a trader stops an account. */
export function switchRoutes({ runCommand }: SwitchRouteDependencies): readonly Route<Caller>[] {
  return [
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: killSwitch,
      operationId: 'useKillSwitch',
      summary: 'Stop the account: cancel what works, close what is open if asked to, and halt it',
      description:
        'Cancels every order but the stops of open positions; `flatten` (which needs the scope `TRADE` as well) also ' +
        'closes all positions at the market. A position that cannot be closed now keeps its stop, is `liquidating`, and ' +
        'closes at the first price that can be traded, even if the switch is lifted before. The account is then HALTED, ' +
        '`state_reason` `user_kill_switch`, until the switch is lifted; one that has PASSED keeps its state. Repeating ' +
        'it is safe.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      body: killSwitchBody,
      responses: { 200: { description: 'The account as it then is, and the ids of what was done.', schema: stopped } },
      errors: ['conflict'],
      handler: async ({ principal, params, body, query }) => {
        if (body.flatten) requireScope(principal, 'TRADE', 'to flatten')
        const request = { userId: principal.userId, accountId: params.account_id, isFlatten: body.flatten }
        return answerReply(await useKillSwitch(runCommand, { ...request, write: decimalWriter(query.decimals) }))
      },
    }),
    route('TRADE and MANAGE_ORDERS', {
      method: 'DELETE',
      path: killSwitch,
      operationId: 'liftKillSwitch',
      summary: 'Lift the kill switch',
      description:
        'What else holds the account still does: it is HALTED while the operator has halted it, and REDUCE_ONLY while ' +
        'the lock of its day runs. Without a kill switch nothing changes.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      responses: { 200: { description: 'The account as it then is.', schema: account } },
      errors: ['conflict'],
      handler: async ({ principal, params, query }) => {
        const request = { userId: principal.userId, accountId: params.account_id }
        return answerReply(await liftKillSwitch(runCommand, { ...request, write: decimalWriter(query.decimals) }))
      },
    }),
  ]
}
