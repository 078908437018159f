import type { Origin } from '../core/model/origin.js'
import type { Account } from '../core/model/account.js'
import { decideProtect, type ProtectPosition } from '../core/decide/decide-protect.js'
import { isWorking } from '../core/model/order-status.js'
import type { Position } from '../core/model/position.js'
import { warningsOf, type Warning } from '../core/decide/warnings.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { positionBody } from '../wire/position-body.js'
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
export const protectPosition = (
  runCommand: RunCommand,
  { userId, origin, accountId, protect, write }: ProtectPositionRequest,
): Promise<Answer> =>
  runCommand<{ position: Position; after: Account; warnings: readonly Warning[]; context: DecisionContext }>({
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
    render: ({ position, after, warnings, context }) => ({
      status: 200,
      text: JSON.stringify({ ...positionBody(position, after, context, write), warnings }),
    }),
    write,
  })
