/** Makes a question of what a caller asks: whose record, on which tape, under which rules. */
import { notFound } from '@ats/service-kit/http'
import { invalidPayload } from '@ats/service-kit/process'
import type { Plan } from '../../../core/model/plan/plan.js'
import type { OddsPhase } from '../../../core/read/odds.js'
import type { Usd } from '../../../core/values/decimal.js'
import type { RuleSources } from '../../run/new-run.js'
import { newsOf, type RunRecipe } from '../../run/recipe.js'
import type { TapeShelf } from '../../run/tape-shelf.js'
import type { AskedRecording } from './resample-messages.js'
import type { RecordedFill } from './recorded-days.js'
import type { TapeOddsQuestion } from './tape-odds.js'

/** Holds what is known of a run: what it was told, and what was filled in its first account. */
export interface RunRecording {
  readonly recipe: RunRecipe
  readonly fills: readonly RecordedFill[]
  readonly hasAllFills: boolean
}

export interface TapeOddsSources {
  readonly rules: RuleSources
  readonly tapes: TapeShelf
  /** Null: nothing of it is kept any more. @throws 404 */
  readonly recordingOf: (userId: string, runId: string) => Promise<RunRecording | null>
  /** All fills of an account, the oldest first; null: there are too many. */
  readonly fillsOf: (accountId: string) => Promise<readonly RecordedFill[] | null>
}

export interface TapeOddsRequest extends Pick<
  TapeOddsQuestion,
  'userId' | 'attempts' | 'seed' | 'days' | 'meanBlock' | 'fee'
> {
  /** One of the two is not null. */
  readonly runIds: readonly string[] | null
  readonly account: { readonly id: string; readonly tape: string } | null
  /** At most one of the two; neither: the rules that were recorded. */
  readonly planId: string | null
  readonly programId: string | null
}

export async function askTapeOdds(request: TapeOddsRequest, sources: TapeOddsSources): Promise<TapeOddsQuestion> {
  const { userId, attempts, seed, days, meanBlock, fee } = request
  const recorded = await recordOf(request, sources)
  const phases = await phasesOf(request, recorded.phases, sources.rules)
  return { ...{ userId, attempts, seed, days, meanBlock, fee, phases }, ...recorded.question }
}

const refused = (name: string, code: string, message: string) => invalidPayload([{ path: [name], code, message }])

interface Recorded {
  readonly question: { readonly recordings: readonly AskedRecording[]; readonly balance: Usd }
  readonly phases: readonly OddsPhase[]
}

const recordOf = ({ userId, runIds, account }: TapeOddsRequest, sources: TapeOddsSources): Promise<Recorded> =>
  account === null ? recordOfRuns(userId, runIds ?? [], sources) : recordOfAccount(userId, account, sources)

async function recordOfRuns(userId: string, runIds: readonly string[], sources: TapeOddsSources): Promise<Recorded> {
  const runs = await Promise.all(runIds.map((id) => runOf(userId, id, sources)))
  const [first] = runs
  if (first === undefined) throw notFound('run')
  const [plan] = first.recipe.plans
  if (plan === undefined) throw notFound('plan')
  if (runs.some(({ recipe: { plans } }) => plans[0]?.initialBalance !== plan.initialBalance))
    throw refused('run_ids', 'odds.balance', 'the runs have to begin with the same balance')
  const { program, plans } = first.recipe
  const recordings = runs.map(({ recipe, fills }) => {
    const { tape, from, to } = recipe
    return { tape, from, to, news: newsOf(recipe), fills }
  })
  const phases =
    program === null
      ? [{ phase: null, plan }]
      : program.phases.flatMap(({ id, planId, planVersion }) => phaseOf(id, plans, planId, planVersion))
  return { question: { recordings, balance: plan.initialBalance }, phases }
}

async function runOf(userId: string, id: string, { recordingOf }: TapeOddsSources): Promise<RunRecording> {
  const found = await recordingOf(userId, id)
  if (found === null || !found.hasAllFills)
    throw refused('run_ids', 'odds.log', `not all that run ${id} has done is kept any more`)
  if (found.recipe.copied !== null)
    throw refused('run_ids', 'odds.copied', `run ${id} began with an account that held something already`)
  return found
}

async function recordOfAccount(
  userId: string,
  { id, tape: name }: NonNullable<TapeOddsRequest['account']>,
  { rules, tapes, fillsOf }: TapeOddsSources,
): Promise<Recorded> {
  const found = await rules.findAccount(userId, id)
  if (found === null) throw notFound('account')
  const tape = await tapes.find(name)
  if (tape === null)
    throw refused('tape', 'tape.unknown', `${name} is no tape that is kept here; see GET /v1/lab/tapes`)
  const fills = await fillsOf(id)
  if (fills === null) throw refused('account_id', 'odds.fills', 'the account has more fills than can be played')
  const plan = asPaper(found.account.plan)
  const stored = { model: 'STORED', id: tape.id, name: tape.name, path: tape.path } as const
  const news = newsOf({ tape: stored, news: [] })
  const recordings = [{ tape: stored, from: null, to: null, news, fills }]
  return { question: { recordings, balance: plan.initialBalance }, phases: [{ phase: null, plan }] }
}

async function phasesOf(
  { planId, programId }: TapeOddsRequest,
  own: readonly OddsPhase[],
  { findPlan, findProgram }: RuleSources,
): Promise<readonly OddsPhase[]> {
  if (planId !== null) {
    const plan = await findPlan(planId, null)
    if (plan === null) throw notFound('plan')
    return [{ phase: null, plan: asPaper(plan) }]
  }
  if (programId === null) return own
  const found = await findProgram(programId, null)
  if (found === null) throw notFound('program')
  return found.program.phases.flatMap((phase) => phaseOf(phase.id, found.plans, phase.planId, phase.planVersion))
}

function phaseOf(phase: string, plans: readonly Plan[], id: string, version: number): readonly OddsPhase[] {
  const plan = plans.find((one) => one.id === id && one.version === version)
  return plan === undefined ? [] : [{ phase, plan: asPaper(plan) }]
}

/** Contracts of venues fill nothing here. */
const asPaper = ({ live: _, ...plan }: Plan): Plan => plan
