/** Makes the decision of one stored command again, on the account as those before have left it. */
import { createTurns } from '@ats/service-kit/async'
import type { Command } from '../commands/pipeline/command.js'
import { tellDecision } from '../commands/pipeline/tell-decision.js'
import { readPoint, type RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { Changes } from '../core/model/draft.js'
import type { DecidedEvent } from '../core/model/events.js'
import type { Order } from '../core/model/order/order.js'
import type { Outcome } from '../core/model/outcome.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import { price, usd } from '../core/values/decimal.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'
import { asNumber, asText } from '../wire/decimals.js'
import { commandOf } from './command-of.js'
import { firstDifference } from './first-difference.js'
import { replayContext, type ReplayTools } from './replay-context.js'

export interface Difference {
  /** Names the command itself, its response, an event, or a row of a table. */
  readonly subject: string
  readonly field: string
  readonly stored: string
  readonly decided: string
}

export interface RepeatedDecision {
  readonly changes: Changes | null
  /** The rules that have refused its order. */
  readonly refusedBy: readonly string[]
  readonly events: readonly DecidedEvent[]
  readonly difference: Difference | null
  /** The inputs that the decision read and production had not. */
  readonly unknown: readonly string[]
}

export interface ReplayScene {
  readonly account: Account
  /** An order that has ended since the last few commands. */
  readonly endedOrder: (id: string) => Order | undefined
  readonly news: readonly NewsEvent[]
  readonly tools: ReplayTools
}

const takeTurn = createTurns()

/** The decision of a stored command on an account. */
export interface DecidedAgain {
  readonly command: Command<unknown>
  readonly outcome: Outcome<unknown>
  readonly context: DecisionContext
  /** The inputs that the decision read and production had not. */
  readonly unknown: readonly string[]
}

/** `asked`: the request, where it is not as it was kept. Null: commands of its kind cannot be made again. */
export async function decideStored(
  stored: RecordedCommand,
  inputs: RecordedInputs,
  { account, endedOrder, news, tools }: ReplayScene,
  asked: unknown = inputs.a ?? {},
): Promise<DecidedAgain | null> {
  const command = commandOf({ account, stored, write: inputs.w === 1 ? asText : asNumber }, asked)
  if (command === null) return null
  const { context, db, unknown } = replayContext(stored, inputs, news, tools)
  const unwritten = (id: string): Order | undefined => (inputs.d === undefined ? endedOrder(id) : undefined)
  return { command, outcome: await command.decide(account, context, db, unwritten), context, unknown }
}

export const refusingRules = ({ command, outcome }: DecidedAgain): readonly string[] =>
  outcome.kind === 'problem' ? [] : (command.violationsOf?.(outcome.answer) ?? []).map(({ rule }) => rule)

/** Null: commands of its kind cannot be made again. */
export async function repeatDecision(
  stored: RecordedCommand,
  inputs: RecordedInputs,
  scene: ReplayScene,
): Promise<RepeatedDecision | null> {
  const { account } = scene
  const noted = asNoted(account, inputs)
  const again = await decideStored(stored, inputs, { ...scene, account: noted })
  if (again === null) return null
  const { command, outcome, context, unknown } = again
  if (outcome.kind === 'problem') {
    const difference = { subject: 'command', field: 'outcome', stored: 'decided', decided: outcome.problem.kind }
    return { changes: null, refusedBy: [], events: [], difference, unknown }
  }
  const { changes } = outcome
  const { decided: events, status, text } = await tellDecision(command, noted, outcome, takeTurn)
  const difference =
    versionDifference(account, inputs) ??
    highsDifference(account, inputs) ??
    field('command', 'moves', stored.moves, changes !== null) ??
    field('command', 'status', stored.status, status) ??
    responseDifference(stored.response, text) ??
    field('command', 'created_at', stored.at, changes?.account.clock ?? context.now)
  return { changes, refusedBy: refusingRules(again), events, difference, unknown }
}

const versionDifference = ({ version }: Account, { v }: RecordedInputs): Difference | null =>
  field('account', 'version', v, version)

/** The highs that are noted beside decisions only ever rise. */
const highsDifference = ({ highWaterMark }: Account, { h }: RecordedInputs): Difference | null =>
  h !== undefined && h[0] < highWaterMark ? field('account', 'high_water_mark', h[0], highWaterMark) : null

export function responseDifference(stored: string, text: string): Difference | null {
  const found = firstDifference(stored, text)
  return found && { subject: 'response', field: found.path, stored: found.stored, decided: found.decided }
}

const field = (subject: string, name: string, stored: unknown, decided: unknown): Difference | null =>
  stored === decided ? null : { subject, field: name, stored: String(stored), decided: String(decided) }

/** With what workers had noted beside its decisions by then: highs, and peaks of trailing stops. */
function asNoted(account: Account, { h, t }: RecordedInputs): Account {
  const risen =
    h === undefined
      ? account
      : {
          ...account,
          highWaterMark: usd(h[0]),
          day: { ...account.day, high: h[1] === null ? null : usd(h[1]) },
        }
  return t === undefined ? risen : { ...risen, orders: withStarts(risen.orders, t) }
}

export function withStarts(orders: Account['orders'], starts: NonNullable<RecordedInputs['t']>): Account['orders'] {
  let next = 0
  return new Map(
    [...orders].map(([id, order]): readonly [string, Order] => {
      const { trail } = order
      const noted = trail === undefined ? undefined : starts[next++]
      if (trail === undefined || noted === undefined) return [id, order]
      const [from, to, trigger] = noted
      const start = readPoint(from)
      const peak = to === null ? start : readPoint(to)
      const triggerPrice = trigger === null ? null : price(trigger)
      return [id, { ...order, triggerPrice, trail: { ...trail, start, peak } }]
    }),
  )
}
