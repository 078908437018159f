/** Opens the account of a phase, as a member of its challenge; the caller's transaction is under way. */
import { RequestError } from '@ats/service-kit/process'
import { InvariantError } from '../../core/values/invariant.js'
import { openAccount } from '../../core/decide/open-account.js'
import type { Account } from '../../core/model/account/account.js'
import type { Transfer } from '../../core/model/account/ledger.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { phaseAfter, type Challenge, type ChallengeMember } from '../../core/model/program/challenge.js'
import type { Program, ProgramPhase } from '../../core/model/program/program.js'
import { insertMember } from '../../store/operator/challenges.js'
import { findPlan } from '../../store/operator/plans.js'
import { isApproved } from '../../store/operator/user-checks.js'
import type { Queryable } from '../../store/read/queryable.js'

export interface OpenedMember {
  readonly account: Account
  readonly funding: Transfer
}

type Opening = Pick<Challenge, 'id' | 'userId' | 'name' | 'defaultVenue'> & Pick<Account, 'referral'>

/** The account; nothing is written. A venue that its plan does not allow is not its default. */
export function openMember(
  challenge: Opening,
  { id: phase, label }: ProgramPhase,
  plan: Plan,
  context: DecisionContext,
): OpenedMember {
  const { userId, defaultVenue, referral } = challenge
  return openAccount(
    {
      ...{ userId, plan, challengeId: challenge.id, phase, referral, name: nameOf(challenge.name, label) },
      defaultVenue: defaultVenue !== null && plan.allowedVenues.includes(defaultVenue) ? defaultVenue : null,
    },
    context,
  )
}

/** After the account and the challenge, which it refers to. */
export const writeMember = (
  db: Queryable,
  program: Program,
  challengeId: string,
  { id: accountId, phase: phaseId, createdAt: openedAt }: Account,
): Promise<void> => {
  const phase = phaseOf(program, phaseId ?? '')
  const next = phaseAfter(program, phase.id)
  const needs = { nextNeedsKyc: next?.requiresKyc ?? false, nextNeedsContract: next?.requiresContract ?? false }
  return insertMember(db, { challengeId, phase, ...needs, accountId, openedAt })
}

export function phaseOf(program: Program, id: string): ProgramPhase {
  const phase = program.phases.find((one) => one.id === id)
  if (phase === undefined) throw new InvariantError(`program ${program.id}@${program.version} has no phase ${id}`)
  return phase
}

/** 409 where the phase asks for a check of the user that is not APPROVED. */
export async function requireChecks(
  db: Queryable,
  { id, requiresKyc, requiresContract }: ProgramPhase,
  userId: string,
) {
  if (requiresKyc && !(await isApproved(db, 'IDENTITY', userId)))
    throw new RequestError('conflict', `phase ${id} takes an identity check of the user that is APPROVED`, {
      reason: 'kyc_required',
    })
  if (requiresContract && !(await isApproved(db, 'CONTRACT', userId)))
    throw new RequestError('conflict', `phase ${id} takes a contract of the user that is APPROVED`, {
      reason: 'contract_required',
    })
}

export async function planOfPhase(db: Queryable, { planId, planVersion }: ProgramPhase): Promise<Plan> {
  const plan = await findPlan(db, planId, planVersion)
  if (plan === null) throw new InvariantError(`plan ${planId}@${planVersion}, which a program pins, is not there`)
  return plan
}

export const memberOf = ({ id, phase, state, stateReason, createdAt }: Account, attempt: number): ChallengeMember => ({
  ...{ accountId: id, phase: phase ?? '', attempt, state, stateReason },
  ...{ openedAt: createdAt, passedAt: null },
})

const NAME_MAX = 128

/** The names of accounts have so many characters at most; the phase is kept whole. */
function nameOf(challenge: string, label: string): string {
  const end = `: ${label}`
  const room = Math.max(0, NAME_MAX - [...end].length)
  return [...[...challenge].slice(0, room), ...end].slice(0, NAME_MAX).join('')
}
