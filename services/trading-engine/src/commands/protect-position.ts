import type { Account } from '../core/account.js'
import { decideProtect, type ProtectPosition } from '../core/decide-protect.js'
import type { Position } from '../core/position.js'
import type { World } from '../core/world.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { positionBody } from '../wire/position-body.js'
import type { Answer } from './idempotency.js'
import type { RunCommand } from './run-command.js'

export interface ProtectPositionRequest {
  readonly userId: string
  readonly accountId: string
  readonly protect: ProtectPosition
  readonly write: WriteDecimal
}

/** PUT …/positions/:position_id/protection: the position as it then is, or 422 with the violations. */
export const protectPosition = (
  runCommand: RunCommand,
  { userId, accountId, protect, write }: ProtectPositionRequest,
): Promise<Answer> =>
  runCommand<{ position: Position; after: Account; world: World }>({
    kind: 'protect_position',
    userId,
    accountId,
    clientId: null,
    fingerprint: Buffer.alloc(0),
    decide: (account, world) => {
      const outcome = decideProtect(account, protect, world)
      if (outcome.kind === 'problem') return outcome
      const after = outcome.changes?.account ?? account
      return { ...outcome, answer: { position: outcome.answer, after, world } }
    },
    render: ({ position, after, world }) => ({ status: 200, body: positionBody(position, after, world, write) }),
    write,
  })
