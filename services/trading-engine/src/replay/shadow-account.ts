/**
 * Decides the stored commands of an account under another plan beside its own (docs/LABORATORY.md). Up to the first
 * decision that differs both accounts have lived the same, so it is exact; what follows supposes that the trader would
 * have sent the same commands, and ends where a decision reads what production has not read.
 */
import type { PoolClient } from 'pg'
import type { Account } from '../core/model/account/account.js'
import type { Changes } from '../core/model/draft.js'
import { isWorking } from '../core/model/order/order-status.js'
import type { Order } from '../core/model/order/order.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import type { Plan } from '../core/model/plan/plan.js'
import type { Micros } from '../core/values/time.js'
import { InvariantError } from '../core/values/invariant.js'
import type { OwnedAccount } from '../store/read/replayed-accounts.js'
import { firstDifference } from './first-difference.js'
import {
  keepEnded,
  nameOf,
  newsOf,
  notRecorded,
  recordedDecisions,
  type RecordedDecision,
} from './recorded-decisions.js'
import type { ReplayLimits } from './replay-account.js'
import { repeatDecision, type ReplayScene } from './replay-command.js'
import type { ReplayTools } from './replay-context.js'
import { OPENING_KINDS, reopen } from './replay-opening.js'
import { decideShadow } from './shadow-command.js'
import { countChanges, countRefused, figuresFrom, newFigures, outlineOf, type LifeFigures } from './shadow-figures.js'
import { switchPlan, whyNotAlike } from './switch-plan.js'

/** UNKNOWN: the shadow could not be compared, or not to the end of what was the same so far. */
export type ShadowStatus = 'SAME' | 'DIFFERENT' | 'UNKNOWN'

export interface ShadowDifference {
  readonly command: { readonly id: string; readonly kind: string; readonly at: string }
  readonly field: string
  /** The value under the own plan of the account. */
  readonly own: string
  readonly shadow: string
}

/** The time in which an account is decided under the other plan. */
export interface ShadowSpan {
  /** From then on it is of the other plan, as it then stands; null: from its opening on. */
  readonly from: Micros | null
  /** The last moment that is looked at; null: all that is stored. */
  readonly to: Micros | null
}

export interface ShadowResult {
  readonly accountId: string
  readonly status: ShadowStatus
  /** Commands that were decided under both plans. */
  readonly commands: number
  /** The ones of them after the first difference. */
  readonly supposed: number
  readonly difference: ShadowDifference | null
  /** The cause that ended the shadow before the account; null: none did. */
  readonly reason: string | null
  readonly own: LifeFigures
  readonly shadow: LifeFigures
}

interface Life {
  account: Account | null
  figures: LifeFigures
  readonly ended: Map<string, Order>
}

interface Shadowing {
  readonly client: PoolClient
  readonly tools: ReplayTools
  readonly plan: Plan
  readonly span: ShadowSpan
  readonly own: Life
  readonly shadow: Life
  readonly news: Map<string, readonly NewsEvent[]>
  difference: ShadowDifference | null
  /** Null once the shadow cannot be decided further: why. */
  stopped: string | null
}

/** Within a transaction of the client that sees one moment. */
export async function shadowAccount(
  client: PoolClient,
  whose: OwnedAccount,
  { plan, ...span }: { readonly plan: Plan } & ShadowSpan,
  tools: ReplayTools,
  { commandsMax, endsAt }: ReplayLimits,
): Promise<ShadowResult> {
  const state: Shadowing = { client, tools, plan, span, own: newLife(), shadow: newLife(), ...START, news: new Map() }
  let [commands, supposed, repeated, isOver] = [0, 0, 0, false]
  let reason: string | null = null
  for await (const page of recordedDecisions(client, whose)) {
    for (const one of page) {
      isOver = one.command.at > (span.to ?? Infinity)
      if (isOver) break
      const isLate = repeated >= commandsMax || performance.now() > endsAt
      const isSupposed = state.difference !== null
      reason = isLate ? 'the limit of one shadow is reached' : await stepBoth(state, one, isSupposed)
      if (reason !== null) break
      repeated += 1
      if (state.stopped !== null || state.shadow.account === null) continue
      commands += 1
      if (isSupposed) supposed += 1
    }
    if (reason !== null || isOver) break
  }
  const { difference, stopped } = state
  if (commands === 0) reason ??= repeated === 0 ? 'it has no commands' : 'it has no commands in that time'
  const why = stopped ?? reason
  const status = difference !== null ? 'DIFFERENT' : why === null ? 'SAME' : 'UNKNOWN'
  return {
    ...{ accountId: whose.accountId, status, commands, supposed, difference, reason: why },
    ...{ own: state.own.figures, shadow: state.shadow.figures },
  }
}

const START = { difference: null, stopped: null }
const newLife = (): Life => ({ account: null, figures: newFigures(), ended: new Map() })

/** Null: both are one command further, or the shadow has stopped where it stands. */
async function stepBoth(state: Shadowing, one: RecordedDecision, isSupposed: boolean): Promise<string | null> {
  const { command, inputs } = one
  if (inputs === null) return notRecorded(command)
  if (OPENING_KINDS.has(command.kind)) return openBoth(state, one)
  const { client, tools, own, shadow } = state
  if (own.account === null) return 'its opening was not recorded'
  if (shadow.account === null && command.at >= (state.span.from ?? 0)) {
    const reason = beginShadow(state, own.account)
    if (reason !== null) return reason
  }
  const news = inputs.e === undefined ? [] : await newsOf(client, state.news, inputs.e)
  if (news === null) return `the calendar of news ${inputs.e} is not there`
  const sceneOf = (account: Account, { ended }: Life): ReplayScene => ({
    ...{ account, news, tools },
    endedOrder: (id) => ended.get(id),
  })
  const before = own.account
  const repeated = await repeatDecision(command, inputs, sceneOf(before, own))
  if (repeated === null) return `commands of the kind ${command.kind} cannot be replayed`
  if (repeated.difference !== null) return 'its own decisions come out otherwise: see its replay'
  advance(own, repeated.changes)
  own.figures = countRefused(own.figures, repeated)
  if (state.stopped !== null || shadow.account === null) return null
  try {
    const scene = sceneOf(shadow.account, shadow)
    const decided = await decideShadow(command, inputs, scene, { own: before, ownAfter: own.account, isSupposed })
    if (decided.unknown.length > 0) {
      state.stopped = `production had not read ${decided.unknown[0]}`
      return null
    }
    for (const changes of decided.changes) advance(shadow, changes)
    shadow.figures = countRefused(shadow.figures, decided.answer)
    const outlines = {
      own: outlineOf(own.account, { kind: 'decided', status: command.status, refusedBy: repeated.refusedBy }, [
        repeated.changes,
      ]),
      shadow: outlineOf(shadow.account, decided.answer, decided.changes),
    }
    const found = isSupposed ? null : firstDifference(JSON.stringify(outlines.own), JSON.stringify(outlines.shadow))
    if (found !== null)
      state.difference = { command: nameOf(command), field: found.path, own: found.stored, shadow: found.decided }
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error
    state.stopped = `a command cannot be decided on what it had become: ${error.message}`
  }
  return null
}

async function openBoth(state: Shadowing, { command, inputs }: RecordedDecision): Promise<string | null> {
  const { client, tools, plan, span } = state
  if (inputs === null) return notRecorded(command)
  const own = await reopen(client, command, inputs, tools)
  if (own === null) return 'the plan of its opening is not there'
  const reason = whyNotAlike(own.changes.account.plan, plan)
  if (reason !== null) return reason
  advance(state.own, own.changes)
  if (command.at < (span.from ?? 0)) return null
  const shadow = await reopen(client, command, inputs, tools, plan)
  if (shadow === null) return 'the plan of its opening is not there'
  advance(state.shadow, shadow.changes)
  return null
}

/** Null: from now on there are two of it, and both are told of from here. */
function beginShadow({ own, shadow, plan }: Shadowing, account: Account): string | null {
  const switched = switchPlan(account, plan)
  if ('reason' in switched) return switched.reason
  own.figures = figuresFrom(account)
  shadow.figures = own.figures
  shadow.account = switched.account
  for (const [id, order] of own.ended) shadow.ended.set(id, order)
  return null
}

function advance(life: Life, changes: Changes | null): void {
  if (changes === null) return
  life.account = changes.account
  life.figures = countChanges(life.figures, changes)
  for (const order of changes.orders) if (!isWorking(order.status)) keepEnded(life.ended, order)
}
