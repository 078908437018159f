import type { Pool } from 'pg'
import type { Route } from '@ats/service-kit/http'
import { armDeadManSwitch, disarmDeadManSwitch, type HeartbeatDependencies } from '../../commands/dead-man-switch.js'
import { readDeadManSwitch } from '../../queries/read-dead-man-switch.js'
import { armedSwitchCodec, switchCodec, switchNowCodec } from '../../wire/account/dead-man-switch-codec.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { VENUE_WAIT_MS, type VenueWait } from '../../commands/live/await-venue.js'
import { liftKillSwitch, useKillSwitch } from '../../commands/kill-switch.js'
import { asNumber, decimalWriter } from '../../wire/decimals.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, type Caller } from '../caller.js'
import { requireScope } from '../require-scope.js'
import { decimalsQuery } from '../schemas/queries.js'
import { WITH_VENUE_MS } from '../schemas/limits.js'
import { deadManSwitchBody, killSwitchBody } from '../schemas/requests.js'
import { account } from '../schemas/responses/account.js'
import { armedSwitch, deadManSwitch as armedOrNot, stopped, switchNow } from '../schemas/responses/switch.js'

export interface SwitchRouteDependencies extends HeartbeatDependencies {
  readonly runCommand: RunCommand
  readonly pool: Pool
}

const killSwitch = '/v1/account/:account_id/kill-switch'
const deadManSwitch = '/v1/account/:account_id/dead-man-switch'

/** Routes of the switches with which a trader stops an account. */
export const switchRoutes = (dependencies: SwitchRouteDependencies): readonly Route<Caller>[] => [
  ...killSwitchRoutes(dependencies),
  ...deadManSwitchRoutes(dependencies),
]

function killSwitchRoutes({ runCommand, pool, contexts }: SwitchRouteDependencies): readonly Route<Caller>[] {
  const venueWait: VenueWait = { pool, contexts, waitMs: VENUE_WAIT_MS }
  return [
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: killSwitch,
      operationId: 'useKillSwitch',
      answerWithinMs: WITH_VENUE_MS,
      summary: 'Stop the account: cancel what works, close what is open if asked to, and halt it',
      description:
        'Cancels every order but the stops of open positions; `flatten` (which needs the scope `TRADE` as well) also ' +
        'closes all positions at the market. A position that cannot be closed now keeps its stop, is `liquidating`, and ' +
        'closes at the first price that can be traded, even if the switch is lifted before. The account is then HALTED, ' +
        '`state_reason` `user_kill_switch`, until the switch is lifted; one that has PASSED keeps its state. Repeating ' +
        'it is safe. For a LIVE account the answer waits up to 5 s for its venues: what they have not confirmed by ' +
        'then is `cancelling` or `liquidating`, and what fills before it is cancelled is closed, too, by `flatten`.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      query: decimalsQuery,
      body: killSwitchBody,
      responses: { 200: { description: 'The account as it then is, and the ids of what was done.', schema: stopped } },
      errors: ['conflict'],
      handler: async ({ principal, params, body, query }) => {
        if (body.flatten) requireScope(principal, 'TRADE', 'to flatten')
        const request = { ...commanderOf(principal), accountId: params.account_id, isFlatten: body.flatten }
        const stop = { ...request, write: decimalWriter(query.decimals) }
        return answerReply(await useKillSwitch(runCommand, stop, venueWait))
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
        const request = { ...commanderOf(principal), accountId: params.account_id }
        return answerReply(await liftKillSwitch(runCommand, { ...request, write: decimalWriter(query.decimals) }))
      },
    }),
  ]
}

function deadManSwitchRoutes(dependencies: SwitchRouteDependencies): readonly Route<Caller>[] {
  return [
    route('MANAGE_ORDERS', {
      method: 'PUT',
      path: deadManSwitch,
      operationId: 'armDeadManSwitch',
      summary: "Arm the dead-man's switch, or send its heartbeat",
      description:
        'Unless the same request comes again within `timeout_ms`, the service does `action`, once, by SYSTEM with the ' +
        'reason `dead_man_switch`. A heartbeat that is answered is on disk. A switch that ran out while the service ' +
        'was away acts once it has been ready for `timeout_ms` again (60 s at most), unless it is renewed.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      body: deadManSwitchBody,
      responses: { 200: { description: 'The switch as it is armed.', schema: armedSwitch } },
      errors: ['conflict'],
      handler: async ({ principal, params, body }) => {
        const { action, timeout_ms: timeoutMs } = body
        if (action === 'FLATTEN') requireScope(principal, 'TRADE', 'to flatten')
        const { userId, origin } = commanderOf(principal)
        const heartbeat = { accountId: params.account_id, timeoutMs, action, origin }
        const armed = await armDeadManSwitch(dependencies, userId, heartbeat)
        return { status: 200, body: armedSwitchCodec.value(armed, asNumber) }
      },
    }),
    route('any', {
      method: 'GET',
      path: deadManSwitch,
      operationId: 'getDeadManSwitch',
      summary: "The dead-man's switch of the account",
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      responses: { 200: { description: 'The switch; its fields are null while none is armed.', schema: switchNow } },
      errors: [],
      handler: async ({ principal, params: { account_id: accountId } }) => {
        const read = await readDeadManSwitch(dependencies, principal.userId, accountId)
        return { status: 200, body: switchNowCodec.value({ accountId, ...read }, asNumber) }
      },
    }),
    route('MANAGE_ORDERS', {
      method: 'DELETE',
      path: deadManSwitch,
      operationId: 'disarmDeadManSwitch',
      summary: "Disarm the dead-man's switch",
      description: 'Repeating it is safe.',
      tags: ['accounts'],
      params: { account_id: 'uuid' },
      responses: { 200: { description: 'None is armed.', schema: armedOrNot } },
      errors: [],
      handler: async ({ principal, params: { account_id: accountId } }) => {
        await disarmDeadManSwitch(dependencies, principal.userId, accountId)
        return { status: 200, body: switchCodec.value({ accountId, armed: null }, asNumber) }
      },
    }),
  ]
}
