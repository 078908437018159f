/** Decides one stored command on the shadow of its account: the same account under another plan. */
import type { RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { Account } from '../core/model/account/account.js'
import { peakTimeOf, withHighs } from '../core/model/account/peak.js'
import { openDraft, type Changes } from '../core/model/draft.js'
import { riskActionFor, supervise } from '../core/risk/supervise.js'
import { readInput } from '../core/values/input-text.js'
import { usd } from '../core/values/decimal.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'
import { createResourceTexts } from '../wire/resource-texts.js'
import type { AskedMarket } from './asked.js'
import { decideStored, refusingRules, withStarts, type ReplayScene } from './replay-command.js'
import { replayContext, STRANGE_ID } from './replay-context.js'
import type { ShadowAnswer } from './shadow-figures.js'

export interface ShadowDecision {
  readonly answer: ShadowAnswer
  /** That of the command, and that of the look at the market after it. */
  readonly changes: readonly Changes[]
  /** The inputs that production had not read. */
  readonly unknown: readonly string[]
}

export interface Beside {
  /** The account under its own plan before that command, and after it. */
  readonly own: Account
  readonly ownAfter: Account
  /** Whether something has differed already. */
  readonly isSupposed: boolean
}

export async function decideShadow(
  stored: RecordedCommand,
  inputs: RecordedInputs,
  scene: ReplayScene,
  { own, ownAfter, isSupposed }: Beside,
): Promise<ShadowDecision> {
  const trailsAlike =
    !isSupposed && peakTimeOf(own.plan.risk.maxDrawdown) === peakTimeOf(scene.account.plan.risk.maxDrawdown)
  const account = isSupposed ? scene.account : asSeen(scene.account, inputs, trailsAlike)
  const asked = stored.kind === 'market' ? askedOf(inputs, account, trailsAlike) : undefined
  const again = await decideStored(stored, inputs, { ...scene, account }, asked)
  if (again === null) throw new Error(`the account had the command ${stored.kind}, and its shadow cannot have it`)
  const { command, outcome } = again
  const unknown = again.unknown.filter((input) => input !== STRANGE_ID)
  if (outcome.kind === 'problem')
    return { answer: { kind: outcome.problem.kind, status: 0, refusedBy: [] }, changes: [], unknown }
  const { status } = command.render(outcome.answer, createResourceTexts())
  const answer = { kind: 'decided', status, refusedBy: refusingRules(again) }
  const changes = outcome.changes === null ? [] : [outcome.changes]
  const after = outcome.changes?.account ?? account
  const looked = unknown.length > 0 ? null : lookAtMarket(after, ownAfter, { stored, inputs, scene })
  return { answer, changes: looked === null ? changes : [...changes, looked], unknown }
}

/** With the highs between decisions that were noted of the account, as far as the plan of the shadow trails them. */
function asSeen(account: Account, { h, t }: RecordedInputs, trailsAlike: boolean): Account {
  const { day } = account
  const high = h?.[1] ?? null
  const risen =
    h === undefined
      ? account
      : withHighs(account, {
          mark: trailsAlike ? usd(h[0]) : null,
          day: day.high === null || high === null ? null : { date: day.date, high: usd(high) },
        })
  return t === undefined ? risen : { ...risen, orders: withStarts(risen.orders, t) }
}

/** A look at the market names highs that the own plan trails: the shadow has its own where they are not the same. */
function askedOf({ a = {} }: RecordedInputs, { highWaterMark, day }: Account, trailsAlike: boolean): unknown {
  const asked = (typeof a === 'string' ? readInput(a) : a) as AskedMarket
  if (trailsAlike) return asked
  const { isLate = false, orders } = asked
  return { isLate, orders, marks: asked.marks.map(([at]) => [at, highWaterMark, day.high]) }
}

/**
 * Production has looked at the market after each tick and left no command where its own plan asked for nothing: what
 * the plan of the shadow asks for at the prices of this command is done. Null: nothing, or both ask, and a command of
 * the market follows.
 */
function lookAtMarket(
  account: Account,
  own: Account,
  {
    stored,
    inputs,
    scene,
  }: { readonly stored: RecordedCommand; readonly inputs: RecordedInputs; readonly scene: ReplayScene },
): Changes | null {
  const { context, unknown } = replayContext(stored, inputs, scene.news, scene.tools)
  const action = riskActionFor(account, context)
  if (action === null || action.kind === 'WARN' || unknown.length > 0) return null
  if (riskActionFor(own, context) !== null || unknown.length > 0) return null
  const draft = openDraft(account, context)
  supervise(draft, context)
  return draft.changes()
}
