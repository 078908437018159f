import type { Origin } from '../core/model/order/origin.js'
import type { Account } from '../core/model/account/account.js'
import { profileOf } from '../core/model/plan/execution-profile.js'
import { decideProtect, PROTECTIONS, type ProtectPosition } from '../core/decide/decide-protect.js'
import { isUnderWay } from '../core/model/live/live-order.js'
import type { Order } from '../core/model/order/order.js'
import { isWorking } from '../core/model/order/order-status.js'
import type { Position } from '../core/model/account/position.js'
import { warningsOf, type Warning } from '../core/decide/warnings.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { positionCodec, valuedPosition } from '../wire/account/position-codec.js'
import { awaitVenue, type VenueWait } from './live/await-venue.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface ProtectPositionRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly protect: ProtectPosition
  readonly write: WriteDecimal
}

/** PUT …/positions/:position_id/protection: the position as it then is, or 422 with the violations. */
export async function protectPosition(
  runCommand: RunCommand,
  request: ProtectPositionRequest,
  venueWait: VenueWait,
): Promise<Answer> {
  const { accountId, protect, write } = request
  let protectedNow: Protected | null = null
  const answer = await runCommand(protectCommand(request, (made) => (protectedNow = made)))
  const made = protectedNow as Protected | null
  if (made === null || profileOf(made.after).isFinalWhenDecided) return answer
  const isWaiting = (order: Order): boolean => order.positionId === protect.positionId && isUnderWay(order)
  const after = await awaitVenue(venueWait, accountId, isWaiting)
  const position = [...(after?.positions.values() ?? [])].find(({ id }) => id === protect.positionId)
  if (after === null || position === undefined) return answer
  return { ...answer, text: textOf({ ...made, position, after }, write) }
}

interface Protected {
  readonly position: Position
  readonly after: Account
  readonly warnings: readonly Warning[]
  readonly context: DecisionContext
}

const textOf = ({ position, after, warnings, context }: Protected, write: WriteDecimal): string =>
  JSON.stringify({ ...positionCodec.value(valuedPosition(position, after, context), write), warnings })

export const protectCommand = (
  { userId, origin, accountId, protect, write }: ProtectPositionRequest,
  onDecided: (made: Protected) => void = () => undefined,
): Command<Protected> => ({
  kind: 'protect_position',
  userId,
  origin,
  accountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: (account, context) => {
    const outcome = decideProtect(account, protect, context)
    if (outcome.kind === 'problem') return outcome
    const after = outcome.changes?.account ?? account
    const changed = outcome.changes?.orders ?? []
    const warnings = changed.flatMap((order) => (isWorking(order.status) ? warningsOf(after, order, context) : []))
    return { ...outcome, answer: { position: outcome.answer, after, warnings, context } }
  },
  render: (made) => {
    onDecided(made)
    return { status: 200, text: textOf(made, write) }
  },
  write,
  asked: { ...protect, removed: PROTECTIONS.filter((leg) => protect[leg] === null) },
})
