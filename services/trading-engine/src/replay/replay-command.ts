/** Makes the decision of one stored command again, on the account as those before have left it. */
import { createTurns } from '@ats/service-kit/async'
import { tellDecision } from '../commands/pipeline/tell-decision.js'
import { readPoint, type RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { Account } from '../core/model/account/account.js'
import type { Changes } from '../core/model/draft.js'
import type { DecidedEvent } from '../core/model/events.js'
import type { Order } from '../core/model/order/order.js'
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

/** Null: commands of its kind cannot be made again. */
export async function repeatDecision(
  stored: RecordedCommand,
  inputs: RecordedInputs,
  { account, endedOrder, news, tools }: ReplayScene,
): Promise<RepeatedDecision | null> {
  const noted = asNoted(account, inputs)
  const command = commandOf({ account: noted, stored, write: inputs.w === 1 ? asText : asNumber }, inputs.a ?? {})
  if (command === null) return null
  const { context, db, unknown } = replayContext(stored, inputs, news, tools)
  const unwritten = (id: string): Order | undefined => (inputs.d === undefined ? endedOrder(id) : undefined)
  const outcome = await command.decide(noted, context, db, unwritten)
  if (outcome.kind === 'problem') {
    const difference = { subject: 'command', field: 'outcome', stored: 'decided', decided: outcome.problem.kind }
    return { changes: null, events: [], difference, unknown }
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
  return { changes, events, difference, unknown }
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

function withStarts(orders: Account['orders'], starts: NonNullable<RecordedInputs['t']>): Account['orders'] {
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
