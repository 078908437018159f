/**
 * Makes all decisions of an account again, from its opening on, and compares what they write with what is stored, byte
 * for byte (docs/LABORATORY.md). What it finds first is named: what comes after that follows from it.
 */
import type { PoolClient } from 'pg'
import type { RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { Account } from '../core/model/account/account.js'
import { isWorking } from '../core/model/order/order-status.js'
import type { Order } from '../core/model/order/order.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'
import { compareAccount } from '../store/read/compare-account.js'
import { collectRows, type ComparedRows, type PlacedDifference } from './compared-rows.js'
import {
  keepEnded,
  nameOf,
  newsOf,
  notRecorded,
  recordedDecisions,
  type RecordedDecision,
} from './recorded-decisions.js'
import { repeatDecision, type Difference, type RepeatedDecision } from './replay-command.js'
import type { ReplayTools } from './replay-context.js'
import { OPENING_KINDS, reopen } from './replay-opening.js'

/** EQUAL: all of it; PARTIAL: all up to something that cannot be made again, or to the limit. */
export type ReplayStatus = 'EQUAL' | 'PARTIAL' | 'DIFFERENT'

export interface ReplayResult {
  readonly accountId: string
  readonly status: ReplayStatus
  /** Commands whose decisions were made again, and the rows that they have written. */
  readonly commands: number
  readonly rows: number
  /** For a PARTIAL one: why it ended there. */
  readonly reason: string | null
  /** For a DIFFERENT one: the first difference. */
  readonly difference: FoundDifference | null
}

export interface FoundDifference extends Difference {
  /** Null: of no command. */
  readonly command: { readonly id: string; readonly kind: string; readonly at: string } | null
  /** The inputs that its decision read and production had not. */
  readonly unknown: readonly string[]
}

export interface ReplayLimits {
  readonly commandsMax: number
  /** When it has to end, by `performance.now()`. */
  readonly endsAt: number
}

interface Progress {
  account: Account | null
  place: number
  readonly rows: ComparedRows
  readonly ended: Map<string, Order>
  readonly news: Map<string, readonly NewsEvent[]>
  /** The ones whose rows are not compared yet, by place. */
  readonly commands: Map<number, { readonly command: RecordedCommand; readonly unknown: readonly string[] }>
}

interface Replaying {
  readonly client: PoolClient
  readonly tools: ReplayTools
  readonly progress: Progress
}

/** Within a transaction of the client that sees one moment. */
export async function replayAccount(
  client: PoolClient,
  whose: { readonly accountId: string; readonly userId: string },
  tools: ReplayTools,
  { commandsMax, endsAt }: ReplayLimits,
): Promise<ReplayResult> {
  const progress: Progress = {
    ...{ account: null, place: 0, rows: collectRows(whose.accountId) },
    ...{ ended: new Map(), news: new Map(), commands: new Map() },
  }
  const replaying: Replaying = { client, tools, progress }
  const result = (status: ReplayStatus, more: Partial<ReplayResult> = {}): ReplayResult => ({
    ...{ accountId: whose.accountId, status, commands: progress.place, rows: progress.rows.size },
    ...{ reason: null, difference: null, ...more },
  })
  for await (const page of recordedDecisions(client, whose)) {
    for (const one of page) {
      const isLate = progress.place >= commandsMax || performance.now() > endsAt
      const step = isLate ? { reason: 'the limit of one replay is reached' } : await replayOne(replaying, one)
      if (step === null) continue
      const before = compare(progress, await progress.rows.compareEnded(client))
      const difference = before ?? ('difference' in step ? step.difference : null)
      if (difference !== null) return result('DIFFERENT', { difference })
      return result('PARTIAL', 'reason' in step ? { reason: step.reason } : {})
    }
    const difference = compare(progress, await progress.rows.compareEnded(client))
    if (difference !== null) return result('DIFFERENT', { difference })
    progress.commands.clear()
  }
  if (progress.account === null) return result('PARTIAL', { reason: 'it has no commands' })
  const rest = compare(progress, await progress.rows.compareRest(client))
  if (rest !== null) return result('DIFFERENT', { difference: rest })
  const own = await compareAccount(client, progress.account)
  if (own === null) return result('EQUAL')
  return result('DIFFERENT', { difference: { subject: 'accounts', ...own, command: null, unknown: [] } })
}

type Ended = { readonly reason: string } | { readonly difference: FoundDifference }

/** Null: it was equal so far. */
async function replayOne(
  { client, tools, progress }: Replaying,
  { command, inputs }: RecordedDecision,
): Promise<Ended | null> {
  if (inputs === null) return { reason: notRecorded(command) }
  const repeated = await decideAgain({ client, tools, progress }, command, inputs)
  if ('reason' in repeated) return repeated
  const { changes, events, difference, unknown } = repeated
  if (difference !== null) return { difference: { ...difference, command: nameOf(command), unknown } }
  progress.place += 1
  progress.commands.set(progress.place, { command, unknown })
  if (changes === null) return null
  progress.account = changes.account
  progress.rows.add(progress.place, command.id, changes, events)
  for (const order of changes.orders) if (!isWorking(order.status)) keepEnded(progress.ended, order)
  return null
}

async function decideAgain(
  { client, tools, progress }: Replaying,
  command: RecordedCommand,
  inputs: RecordedInputs,
): Promise<RepeatedDecision | { readonly reason: string }> {
  const { account, ended } = progress
  if (OPENING_KINDS.has(command.kind)) {
    const opened = await reopen(client, command, inputs, tools)
    if (opened === null) return { reason: `the plan of its opening is not there` }
    if (opened.changes.account.plan.live !== undefined) return { reason: 'LIVE accounts cannot be replayed' }
    return opened
  }
  if (account === null) return { reason: 'its opening was not recorded' }
  const news = inputs.e === undefined ? [] : await newsOf(client, progress.news, inputs.e)
  if (news === null) return { reason: `the calendar of news ${inputs.e} is not there` }
  const repeated = await repeatDecision(command, inputs, { account, endedOrder: (id) => ended.get(id), news, tools })
  return repeated ?? { reason: `commands of the kind ${command.kind} cannot be replayed` }
}

/** A difference of rows with its command. */
function compare({ commands }: Progress, found: PlacedDifference | null): FoundDifference | null {
  if (found === null) return null
  const { place, ...difference } = found
  const of = commands.get(place)
  return { ...difference, command: of === undefined ? null : nameOf(of.command), unknown: of?.unknown ?? [] }
}
