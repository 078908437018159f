/** The wish for a run, and the recipe that follows from it. */
import type { NewsEvent } from '../../core/model/plan/news-event.js'
import { profileOf } from '../../core/model/plan/execution-profile.js'
import type { AccountState } from '../../core/model/account/account.js'
import type { Plan } from '../../core/model/plan/plan.js'
import type { Program } from '../../core/model/program/program.js'
import type { Usd } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import type { CopiedAccount } from './copied-account.js'
import type { Fault, Latency } from './faults/fault.js'
import type { ClockMode, RunRecipe, TapeRecipe } from './recipe.js'

/** The rules of a run: a plan, a program, or rules of its own. A version of null is the newest. */
export type RunRules =
  | { readonly kind: 'plan'; readonly id: string; readonly version: number | null }
  | { readonly kind: 'program'; readonly id: string; readonly version: number | null }
  | { readonly kind: 'own'; readonly plan: Plan }
  /** The rules of an account, whose state the run starts from. */
  | { readonly kind: 'copy'; readonly accountId: string }

export interface NewRun {
  readonly userId: string
  readonly rules: RunRules
  /** Null: that of the plan, or of the plan of each phase. */
  readonly balance: Usd | null
  readonly tape: TapeRecipe
  readonly from: Micros | null
  readonly to: Micros | null
  readonly news: readonly NewsEvent[]
  readonly pace: ClockMode
  readonly seed: number
  readonly faults: readonly Fault[]
  readonly latency: Latency | null
  readonly webhookUrl: string | null
  readonly name: string | null
  readonly campaignId: string | null
}

/** Where plans, programs and accounts are. */
export interface RuleSources {
  readonly findPlan: (id: string, version: number | null) => Promise<Plan | null>
  /** With the plans that it pins. */
  readonly findProgram: (
    id: string,
    version: number | null,
  ) => Promise<{ readonly program: Program; readonly plans: readonly Plan[] } | null>
  /** All of one moment; null of an account that is not that user's. */
  readonly findAccount: (userId: string, accountId: string) => Promise<CopiedAccount | null>
}

/** The run cannot be made of what it should be made of. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError'

  constructor(
    readonly reason: 'no_plan' | 'no_program' | 'no_account' | 'live' | 'ended',
    message: string,
  ) {
    super(message)
  }
}

/** The plan of a run with rules of its own. */
export const OWN_PLAN = { id: 'own-rules', version: 1, name: 'Own rules' } as const

/** @throws RecipeError */
export async function recipeOf(wanted: NewRun, sources: RuleSources): Promise<RunRecipe> {
  const { tape, from, to, news, seed, pace, balance, faults, latency, webhookUrl } = wanted
  const { plans, program, copied } = await rulesOf(wanted, sources)
  return {
    plans: balance === null ? plans : plans.map((plan) => ({ ...plan, initialBalance: balance })),
    ...{ program, copied, tape, from, to, news, seed, pace, faults, latency, webhookUrl },
  }
}

async function rulesOf(
  { userId, rules }: Pick<NewRun, 'userId' | 'rules'>,
  sources: RuleSources,
): Promise<Pick<RunRecipe, 'plans' | 'program' | 'copied'>> {
  if (rules.kind === 'own') return { plans: [rules.plan], program: null, copied: null }
  if (rules.kind === 'copy') {
    const copied = await copyOf(userId, rules.accountId, sources)
    const { id, version } = copied.account.plan
    return { plans: [await paperPlanOf({ id, version }, sources)], program: null, copied }
  }
  if (rules.kind === 'plan') {
    return { plans: [await paperPlanOf(rules, sources)], program: null, copied: null }
  }
  const found = await sources.findProgram(rules.id, rules.version)
  if (found === null) throw new RecipeError('no_program', `there is no program ${rules.id}`)
  return { plans: found.plans.map(asPaper), program: withoutWaiting(found.program), copied: null }
}

async function paperPlanOf(
  { id, version }: { readonly id: string; readonly version: number | null },
  { findPlan }: RuleSources,
): Promise<Plan> {
  const plan = await findPlan(id, version)
  if (plan === null) throw new RecipeError('no_plan', `there is no plan ${id}`)
  if (profileOf({ plan }).needsWallet) throw new RecipeError('live', `${plan.id} is LIVE: a run has no venues`)
  return plan
}

const OVER: readonly AccountState[] = ['PASSED', 'TERMINATED', 'CLOSED']

async function copyOf(userId: string, accountId: string, { findAccount }: RuleSources): Promise<CopiedAccount> {
  const found = await findAccount(userId, accountId)
  if (found === null) throw new RecipeError('no_account', `there is no account ${accountId}`)
  const { state } = found.account
  if (OVER.includes(state)) throw new RecipeError('ended', `the account is ${state}: nothing goes on from there`)
  return found
}

/** Contracts of venues fill nothing in a run. */
function asPaper({ live: _, ...plan }: Plan): Plan {
  return plan
}

/** There is nobody in a run who reviews a promotion, checks an identity or signs a contract. */
const withoutWaiting = (program: Program): Program => ({
  ...program,
  phases: program.phases.map((phase) => ({
    ...phase,
    promotion: phase.promotion === null ? null : 'AUTO',
    requiresKyc: false,
    requiresContract: false,
  })),
})
