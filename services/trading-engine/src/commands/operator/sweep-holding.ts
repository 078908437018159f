/** Books a swap of a token that an account holds, as the chain has it where that can be asked. */
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import { decideSweep, isNamed, type Sweep } from '../../core/decide/decide-sweep.js'
import type { ReadSwap, SwapOnChain } from '../../core/model/live/swap-on-chain.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { formatDecimal } from '../../core/values/decimal.js'
import type { Answer } from '../pipeline/idempotency.js'
import { operateOnce, type OperateAccount, type OperateDependencies } from './operate-account.js'

export interface SweepRequest extends OperateAccount, Sweep {
  /** The transaction that brought the USDC: it is booked once for the token, however often it is asked for. */
  readonly txHash: string
  readonly reason: string
}

export interface SweepDependencies extends OperateDependencies {
  readonly readSwap: ReadSwap
}

export async function sweepHolding(dependencies: SweepDependencies, request: SweepRequest): Promise<Answer> {
  const { accountId, amount, received, reason, txHash } = request
  const account = await dependencies.contexts.getCurrent(accountId)
  if (account === null) throw notFound('account')
  const holding = account.tokenHoldings.find((one) => isNamed(one, request.token))
  const swap =
    holding === undefined ? null : await dependencies.readSwap({ accountId, venue: holding.venue }, txHash, holding)
  if (swap !== null) refuseOther(swap, request, holding?.name ?? request.token)
  const token = holding?.token ?? request.token
  const operator = {
    ...request.operator,
    request: { ...request.operator.request, checked_on_chain: swap !== null },
  }
  return operateOnce(
    dependencies,
    { ...request, operator },
    {
      kind: 'sweep_holding',
      decide: (current, context) => decideSweep(current, { token, amount, received }, context),
      deduplication: {
        clientId: `sweep/${accountId}/${txHash.toLowerCase()}/${token.toLowerCase()}`,
        fingerprint: fingerprint('POST sweep', { amount, received, reason }),
      },
    },
    `transaction ${txHash} was booked for this token with other words or amounts`,
  )
}

/** @throws RequestError where the chain has something else. */
function refuseOther(swap: SwapOnChain, { txHash, amount, received }: SweepRequest, name: string): void {
  const refusal = (message: string): RequestError => new RequestError('conflict', message, { reason: 'chain_refused' })
  if (swap.kind === 'not_confirmed') throw refusal(`transaction ${txHash} is not on the chain, or not deep enough yet`)
  if (swap.received !== received)
    throw refusal(
      `transaction ${txHash} brought the wallet ${formatDecimal(swap.received)} USDC, not ${formatDecimal(received)}`,
    )
  if (swap.sent !== 0n && swap.sent !== amount)
    throw refusal(
      `transaction ${txHash} took ${formatDecimal(swap.sent)} ${name} out of the wallet, not ${formatDecimal(amount)}`,
    )
}
