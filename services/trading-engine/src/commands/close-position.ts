import type { Origin } from '../core/model/order/origin.js'
import type { Account } from '../core/model/account/account.js'
import { decideClose, type ClosePosition } from '../core/decide/decide-close.js'
import type { Placement } from '../core/decide/decide-place.js'
import { impliesPostOnly } from '../core/model/order/time-in-force.js'
import { fingerprint } from '../core/values/fingerprint.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { closeText } from '../wire/order/placement-body.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface ClosePositionRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly close: ClosePosition
  readonly write: WriteDecimal
}

/** POST …/close-position: the answer of an order, and what is left of the position. */
export const closePosition = (runCommand: RunCommand, request: ClosePositionRequest): Promise<Answer> =>
  runCommand(closeCommand(request))

interface Closed {
  readonly placement: Placement
  readonly after: Account
  readonly context: DecisionContext
}

export const closeCommand = ({ userId, origin, accountId, close, write }: ClosePositionRequest): Command<Closed> => ({
  kind: 'close_position',
  userId,
  origin,
  accountId,
  clientId: close.clientId,
  fingerprint: fingerprint('POST close-position', {
    account_id: accountId,
    symbol: normaliseSymbol(close.symbol),
    quantity: close.quantity,
    kind: close.kind,
    price: close.price,
    tif: close.tif,
    post_only: impliesPostOnly(close.tif),
    expires_at: close.expiresAt,
    platform_id: close.venue,
    position_id: close.positionId,
  }),
  decide: (account, context) => {
    const outcome = decideClose(account, close, context)
    if (outcome.kind === 'problem') return outcome
    const after = outcome.changes?.account ?? account
    return { ...outcome, answer: { placement: outcome.answer, after, context } }
  },
  render: ({ placement, after, context }, texts) => ({
    status: 200,
    text: closeText(placement, after, context, write, texts),
  }),
  violationsOf: ({ placement }) => placement.violations,
  write,
  asked: close,
})
