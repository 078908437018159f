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
import { readInput } from '../core/values/input-text.js'
import { formatTimestamp } from '../core/values/time.js'
import { findNewsCalendar, readRecordedCommands, type RecordedCommand } from '../store/read/recorded-commands.js'
import { compareAccount } from '../store/read/compare-account.js'
import { collectRows, type ComparedRows, type PlacedDifference } from './compared-rows.js'
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

const PAGE_SIZE = 200
/** Commands that may come in another order than their decisions: what changes nothing has the moment of its request. */
const REORDERED_MAX = 64
/** Ended orders that a later command of the same request may name. */
const ENDED_KEPT = 1_000

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
  for await (const page of inOrder(readRecordedCommands(client, whose, PAGE_SIZE))) {
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

interface Placed {
  readonly command: RecordedCommand
  readonly inputs: RecordedInputs | null
}

/** In the order of their decisions. */
async function* inOrder(pages: AsyncIterable<readonly RecordedCommand[]>): AsyncGenerator<readonly Placed[]> {
  let kept: Placed[] = []
  for await (const page of pages) {
    kept.push(...page.map((command) => ({ command, inputs: inputsOf(command) })))
    kept.sort(byDecision)
    yield kept.slice(0, -REORDERED_MAX)
    kept = kept.slice(-REORDERED_MAX)
  }
  yield kept
}

const inputsOf = ({ recorded }: RecordedCommand): RecordedInputs | null =>
  recorded === null ? null : (readInput(recorded) as RecordedInputs)

/** Leaves those without inputs where they are. */
function byDecision(a: Placed, b: Placed): number {
  if (a.inputs === null || b.inputs === null) return 0
  return a.inputs.v - b.inputs.v || Number(a.command.moves) - Number(b.command.moves)
}

type Ended = { readonly reason: string } | { readonly difference: FoundDifference }

/** Null: it was equal so far. */
async function replayOne({ client, tools, progress }: Replaying, { command, inputs }: Placed): Promise<Ended | null> {
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

const notRecorded = ({ kind, at }: RecordedCommand): string =>
  `nothing was recorded of the command ${kind} of ${formatTimestamp(at)}: it is of an earlier version, or cannot be replayed`

const nameOf = ({ id, kind, at }: RecordedCommand) => ({ id, kind, at: formatTimestamp(at) })

function keepEnded(ended: Map<string, Order>, order: Order): void {
  ended.set(order.id, order)
  if (ended.size <= ENDED_KEPT) return
  for (const oldest of ended.keys()) {
    ended.delete(oldest)
    return
  }
}

async function newsOf(
  client: PoolClient,
  known: Map<string, readonly NewsEvent[]>,
  digest: string,
): Promise<readonly NewsEvent[] | null> {
  const news = known.get(digest)
  if (news !== undefined) return news
  const text = await findNewsCalendar(client, digest)
  if (text === null) return null
  const read = JSON.parse(text) as readonly NewsEvent[]
  known.set(digest, read)
  return read
}

/** A difference of rows with its command. */
function compare({ commands }: Progress, found: PlacedDifference | null): FoundDifference | null {
  if (found === null) return null
  const { place, ...difference } = found
  const of = commands.get(place)
  return { ...difference, command: of === undefined ? null : nameOf(of.command), unknown: of?.unknown ?? [] }
}
