/**
 * Tokens that an account holds and for which nothing will come: one person proposes to write them off, another
 * approves.
 */
import { decideWriteOffApproval, decideWriteOffProposal } from '../../core/decide/decide-write-off.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import type { Answer } from '../pipeline/idempotency.js'
import { operate, type OperateAccount, type OperateDependencies } from './operate-account.js'

export interface ProposeWriteOffRequest extends OperateAccount {
  readonly token: string
  readonly reason: string
}

export const proposeWriteOff = (dependencies: OperateDependencies, request: ProposeWriteOffRequest): Promise<Answer> =>
  operate(dependencies, request, {
    kind: 'propose_write_off',
    decide: (account, context) => decideWriteOffProposal(account, request, context),
  })

export interface ApproveWriteOffRequest extends OperateAccount {
  readonly proposalId: string
}

/** Written off once, however often it is approved. */
export const approveWriteOff = (dependencies: OperateDependencies, request: ApproveWriteOffRequest): Promise<Answer> =>
  operate(dependencies, request, {
    kind: 'approve_write_off',
    decide: (account, context) => decideWriteOffApproval(account, request, context),
    deduplication: {
      // No trader can send such a client_id: the slash is not one of its characters.
      clientId: `write-off/${request.accountId}/${request.proposalId}`,
      fingerprint: fingerprint('POST write-off approve', { proposalId: request.proposalId }),
    },
  })
