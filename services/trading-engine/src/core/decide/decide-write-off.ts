/**
 * A token that an account holds and for which nothing will come is written off by two people: one proposes it, another
 * approves that very proposal. The profit that was paid with it is then lost. Nothing is written off while the account
 * would be under a floor of its plan without it.
 */
import { advance } from '../execution/advance.js'
import { putHolding, writeOffToken } from '../execution/live/hold-token.js'
import { computeEquity } from '../margin/equity.js'
import { missingToFloors } from '../margin/missing-to-floors.js'
import type { Account } from '../model/account/account.js'
import { isSamePerson, proposerAfter, type Person } from '../model/account/person.js'
import { heldTokens } from '../model/account/token-holding.js'
import type { DecisionContext } from '../model/decision-context.js'
import { openDraft } from '../model/draft.js'
import { decidedOn, type Outcome } from '../model/outcome.js'
import { isNamed, notHeld } from './decide-sweep.js'

export interface ProposeWriteOff {
  /** The address of the token, or its name. */
  readonly token: string
  readonly reason: string
  readonly operator: Person
}

/** All that is held of the token. A new proposal takes the place of the one before. */
export function decideWriteOffProposal(
  account: Account,
  { token, reason, operator }: ProposeWriteOff,
  context: DecisionContext,
): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const holding = heldTokens(draft.account.tokenHoldings).find((one) => isNamed(one, token))
  if (holding === undefined) return notHeld(draft.account, token)
  const proposer = proposerAfter(holding.writeOff?.proposer ?? null, operator)
  putHolding(draft, { ...holding, writeOff: { id: draft.newId(), proposer, at: draft.stamp(), reason } })
  return decidedOn(account, draft.changes())
}

export interface ApproveWriteOff {
  /** The proposal that the approver has read. */
  readonly proposalId: string
  readonly operator: Person
}

/** Answers with the account as it then is. */
export function decideWriteOffApproval(
  account: Account,
  { proposalId, operator }: ApproveWriteOff,
  context: DecisionContext,
): Outcome<Account> {
  const draft = openDraft(account, context)
  advance(draft, context)
  const holding = heldTokens(draft.account.tokenHoldings).find(({ writeOff }) => writeOff?.id === proposalId)
  if (holding?.writeOff === undefined)
    return refuse(
      'version',
      `nothing that the account holds is proposed to be written off as ${proposalId}: read it again`,
    )
  const { proposer, reason } = holding.writeOff
  if (isSamePerson(proposer, operator))
    return refuse('same_operator', `this was proposed by ${proposer.name}: another operator has to approve it`)
  const { venue, token, name, amount, value } = holding
  writeOffToken(draft, holding)
  const missing = missingToFloors(draft.account, computeEquity(draft.account, context.market))
  if (missing > 0n) return { kind: 'problem', problem: { kind: 'under_floor', missing } }
  draft.emit({ type: 'account.written_off', writtenOff: { venue, token, name, amount, value, reason } })
  return decidedOn(account, draft.changes())
}

const refuse = (reason: 'same_operator' | 'version', message: string): Outcome<never> => ({
  kind: 'problem',
  problem: { kind: 'write_off', reason, message },
})
