import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import { decideAdjustment, type AdjustProfit } from '../../core/decide/decide-adjustment.js'
import type { ProfitAdjustment } from '../../core/model/account/profit-adjustment.js'
import { BY_OPERATOR } from '../../core/model/order/origin.js'
import { invalid } from '../../core/model/outcome.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { isPositionOf, sumAdjustments } from '../../store/operator/profit-adjustments.js'
import { profitAdjustmentCodec } from '../../wire/account/profit-adjustment-codec.js'
import type { Command } from '../pipeline/command.js'
import type { Answer } from '../pipeline/idempotency.js'
import type { OperateAccount, OperateDependencies } from './operate-account.js'

export interface AdjustProfitRequest extends OperateAccount, AdjustProfit {
  /** The operator's own name for it: it happens once on the account. */
  readonly reference: string
}

const NO_POSITION = {
  kind: 'problem',
  problem: invalid(['position_id'], 'position.unknown', 'position_id is no position of this account'),
} as const

export async function adjustProfit(
  { contexts, runCommand }: OperateDependencies,
  request: AdjustProfitRequest,
): Promise<Answer> {
  const known = await contexts.get(request.accountId)
  if (known === null) throw notFound('account')
  const { reference } = request
  try {
    return await runCommand(adjustCommand({ ...request, userId: known.userId }))
  } catch (error) {
    if (!(error instanceof RequestError) || error.details['reason'] !== 'client_id_reuse') throw error
    const message = `reference ${reference} was used for another adjustment of this account; a new one needs a new reference`
    throw new RequestError('conflict', message, { reason: 'reference_reuse' })
  }
}

export function adjustCommand(request: AdjustProfitRequest & { readonly userId: string }): Command<ProfitAdjustment> {
  const { accountId, userId, operator, write, direction, amount, positionId, reason, reference } = request
  return {
    ...{ kind: 'adjust_profit', accountId, userId, origin: BY_OPERATOR, operator, write, isUrgent: true },
    // No trader can send such a client_id: the slash is not one of its characters.
    clientId: `adjustment/${accountId}/${reference}`,
    fingerprint: fingerprint('POST profit-adjustments', { direction, amount, positionId, reason }),
    decide: async (account, context, db) => {
      if (positionId !== null && !(await isPositionOf(db, accountId, positionId))) return NO_POSITION
      return decideAdjustment(account, request, await sumAdjustments(db, accountId), context)
    },
    render: (adjustment) => ({ status: 201, text: profitAdjustmentCodec.json(adjustment, write) }),
    asked: { direction, amount, positionId, reason },
  }
}
