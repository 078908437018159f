/**
 * Lets an account that has passed go on to the next phase, once: a command on that account, within the lock on its row.
 * The account of the next phase, the row of the challenge and the events are written with the command, or nothing is.
 */
import { notFound } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import type { Account } from '../../core/model/account/account.js'
import type { OperatorAction } from '../../core/model/account/operator-audit.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { openDraft, type Draft } from '../../core/model/draft.js'
import type { ChallengeStep } from '../../core/model/events.js'
import { BY_OPERATOR, BY_SYSTEM } from '../../core/model/order/origin.js'
import type { Outcome } from '../../core/model/outcome.js'
import { phaseAfter, type Challenge, type PendingPromotion } from '../../core/model/program/challenge.js'
import type { Program, ProgramPhase } from '../../core/model/program/program.js'
import { InvariantError } from '../../core/values/invariant.js'
import type { AccountCache } from '../../store/accounts/account-cache.js'
import { findChallenge, lockChallenge, moveChallenge } from '../../store/operator/challenges.js'
import { findProgram } from '../../store/operator/programs.js'
import { failChallenge, findPromotion, recordReview, recordSuccessor } from '../../store/operator/promotions.js'
import type { Queryable } from '../../store/read/queryable.js'
import { insertAccount } from '../../store/write/insert-account.js'
import { asNumber } from '../../wire/decimals.js'
import { promotionCodec } from '../../wire/operator/promotion-codec.js'
import { requirePossible } from '../create-account.js'
import type { Command } from '../pipeline/command.js'
import type { Answer } from '../pipeline/idempotency.js'
import type { RunCommand } from '../pipeline/run-command.js'
import { recordOpening } from '../pipeline/record-opening.js'
import { openMember, planOfPhase, writeMember } from './open-member.js'

export interface PromotionDependencies {
  readonly contexts: Pick<AccountCache, 'get'>
  readonly runCommand: RunCommand
  /** Settings for which this service can have no LIVE accounts. */
  readonly liveProblems: readonly string[]
}

export interface ReviewRequest {
  /** The account that has passed. */
  readonly accountId: string
  readonly operator: OperatorAction
  readonly reason: string | null
}

/** Promotes an account that is due, and leaves any other as it is. Resolves with whether it has its successor then. */
export async function promoteDue(dependencies: PromotionDependencies, accountId: string): Promise<boolean> {
  const { text } = await run(dependencies, accountId, PROMOTING)
  return (JSON.parse(text) as { readonly status: string }).status === 'PROMOTED'
}

/** A command on a promotion, in what it does with it. */
export interface PromotionStep {
  readonly by: Pick<Command<unknown>, 'kind' | 'origin' | 'operator'>
  readonly act: (scene: Scene) => Promise<void>
  /** The request, as of a command. */
  readonly asked: unknown
}

export const PROMOTING: PromotionStep = {
  by: { kind: 'promote_challenge', origin: BY_SYSTEM },
  act: (scene) => promote(scene),
  asked: {},
}

/** Approving again changes nothing. */
export const approvePromotion = (dependencies: PromotionDependencies, request: ReviewRequest): Promise<Answer> =>
  run(dependencies, request.accountId, approvingPromotion(request))

export const approvingPromotion = ({ accountId, operator, reason }: ReviewRequest): PromotionStep => ({
  by: { kind: 'approve_promotion', origin: BY_OPERATOR, operator },
  act: async (scene) => {
    const { db, draft, promotion } = scene
    if (promotion.status === 'REJECTED' || promotion.status === 'ENDED') throw decided(promotion)
    if (promotion.status !== 'AWAITING_REVIEW') return
    await recordReview(db, { accountId, review: 'APPROVED', by: operator.name, at: draft.stamp(), reason })
    await promote({ ...scene, promotion: (await findPromotion(db, accountId)) ?? promotion })
  },
  asked: { reason },
})

/** The challenge has then failed; the account stays as it is. Rejecting again changes nothing. */
export const rejectPromotion = (dependencies: PromotionDependencies, request: ReviewRequest): Promise<Answer> =>
  run(dependencies, request.accountId, rejectingPromotion(request))

export const rejectingPromotion = ({ accountId, operator, reason }: ReviewRequest): PromotionStep => ({
  by: { kind: 'reject_promotion', origin: BY_OPERATOR, operator },
  act: async ({ db, draft, promotion }) => {
    if (promotion.status === 'REJECTED') return
    if (promotion.status !== 'AWAITING_REVIEW') throw decided(promotion)
    const at = draft.stamp()
    await recordReview(db, { accountId, review: 'REJECTED', by: operator.name, at, reason })
    await failChallenge(db, promotion.challengeId, at)
    draft.emit({ type: 'challenge.failed', challenge: { ...stepOf(promotion), to: null, reason } })
  },
  asked: { reason },
})

const decided = ({ status }: PendingPromotion): RequestError =>
  new RequestError('conflict', `the promotion is ${status}`, { reason: 'promotion_decided' })

/** The state that a promotion is decided on, all of it within the lock. */
interface Scene extends Pick<PromotionDependencies, 'liveProblems'> {
  readonly account: Account
  readonly promotion: PendingPromotion
  readonly draft: Draft
  readonly db: Queryable
  readonly context: DecisionContext
}

async function run(
  { contexts, runCommand, liveProblems }: PromotionDependencies,
  accountId: string,
  step: PromotionStep,
): Promise<Answer> {
  const known = await contexts.get(accountId)
  if (known === null || known.phase === null) throw notFound('promotion')
  return runCommand(promotionCommand(known, step, liveProblems))
}

export const promotionCommand = (
  { id: accountId, userId }: Pick<Account, 'id' | 'userId'>,
  { by, act, asked }: PromotionStep,
  liveProblems: readonly string[],
): Command<PendingPromotion> => ({
  ...{ ...by, accountId, userId, clientId: null, fingerprint: Buffer.alloc(0), write: asNumber },
  ...{ isUrgent: true, writesBeside: true },
  decide: async (account, context, db): Promise<Outcome<PendingPromotion>> => {
    if (account.challengeId !== null) await lockChallenge(db, account.challengeId)
    const promotion = await findPromotion(db, accountId)
    if (promotion === null) throw notFound('promotion')
    const draft = openDraft(account, context)
    await act({ account, promotion, draft, db, context, liveProblems })
    const changes = draft.changes()
    return { kind: 'decided', changes, answer: (await findPromotion(db, accountId)) ?? promotion }
  },
  render: (promotion) => ({ status: 200, text: promotionCodec.json(promotion, asNumber) }),
  asked,
})

async function promote({ account, promotion, draft, db, context, liveProblems }: Scene): Promise<void> {
  if (promotion.status !== 'DUE' || account.state !== 'PASSED') return
  const challenge = await challengeOf(db, promotion)
  const program = await programOf(db, challenge)
  const phase = phaseAfter(program, promotion.phase)
  if (phase === null) throw new InvariantError(`nothing follows phase ${promotion.phase} of ${program.id}`)
  const to = await openNext({ account, db, context, liveProblems }, challenge, program, phase)
  await recordSuccessor(db, account.id, to)
  await moveChallenge(db, challenge.id, to)
  const step = { ...stepOf(promotion), phase: phase.id, to }
  draft.emit({ type: 'challenge.promoted', challenge: step })
  if (phase.kind === 'FUNDED') draft.emit({ type: 'challenge.funded', challenge: step })
}

/** The id of the account. */
async function openNext(
  { account: { referral }, db, context, liveProblems }: Pick<Scene, 'account' | 'db' | 'context' | 'liveProblems'>,
  challenge: Challenge,
  program: Program,
  phase: ProgramPhase,
): Promise<string> {
  const plan = await planOfPhase(db, phase)
  requirePossible(plan, liveProblems)
  const { account, funding } = openMember({ ...challenge, referral }, phase, plan, context)
  const { id: accountId, userId, createdAt: at } = account
  const response = JSON.stringify({ challenge_id: challenge.id, phase: phase.id })
  const id = context.newId()
  await insertAccount(db, account, funding, {
    ...{ id, userId, origin: BY_SYSTEM, clientId: null, accountId, kind: 'open_phase' },
    ...{ fingerprint: Buffer.alloc(0), moves: true, status: 201, response, at },
    recorded: recordOpening(account, funding, id),
  })
  await writeMember(db, program, challenge.id, account)
  return accountId
}

async function challengeOf(db: Queryable, { challengeId }: PendingPromotion): Promise<Challenge> {
  const challenge = await findChallenge(db, challengeId)
  if (challenge === null) throw new InvariantError(`challenge ${challengeId} is not there`)
  return challenge
}

async function programOf(db: Queryable, { programId, programVersion }: Challenge): Promise<Program> {
  const program = await findProgram(db, programId, programVersion)
  if (program === null) throw new InvariantError(`program ${programId}@${programVersion} is not there`)
  return program
}

const stepOf = ({ challengeId: id, phase, id: from }: PendingPromotion): Omit<ChallengeStep, 'to'> => ({
  ...{ id, phase, from, reason: null },
})
