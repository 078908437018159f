/** The stored commands of an account in the order of their decisions, and what those read that comes with neither. */
import type { PoolClient } from 'pg'
import type { RecordedInputs } from '../commands/pipeline/recorded-inputs.js'
import type { Order } from '../core/model/order/order.js'
import type { NewsEvent } from '../core/model/plan/news-event.js'
import { readInput } from '../core/values/input-text.js'
import { formatTimestamp } from '../core/values/time.js'
import { findNewsCalendar, readRecordedCommands, type RecordedCommand } from '../store/read/recorded-commands.js'
import type { OwnedAccount } from '../store/read/replayed-accounts.js'

const PAGE_SIZE = 200
/** Commands that may come in another order than their decisions: what changes nothing has the moment of its request. */
const REORDERED_MAX = 64
/** Ended orders that a later command of the same request may name. */
const ENDED_KEPT = 1_000

export interface RecordedDecision {
  readonly command: RecordedCommand
  readonly inputs: RecordedInputs | null
}

/** In the order of their decisions. */
export async function* recordedDecisions(
  client: PoolClient,
  whose: OwnedAccount,
): AsyncGenerator<readonly RecordedDecision[]> {
  let kept: RecordedDecision[] = []
  for await (const page of readRecordedCommands(client, whose, PAGE_SIZE)) {
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
function byDecision(a: RecordedDecision, b: RecordedDecision): number {
  if (a.inputs === null || b.inputs === null) return 0
  return a.inputs.v - b.inputs.v || Number(a.command.moves) - Number(b.command.moves)
}

export const notRecorded = ({ kind, at }: RecordedCommand): string =>
  `nothing was recorded of the command ${kind} of ${formatTimestamp(at)}: it is of an earlier version, or cannot be replayed`

export const nameOf = ({ id, kind, at }: RecordedCommand) => ({ id, kind, at: formatTimestamp(at) })

export function keepEnded(ended: Map<string, Order>, order: Order): void {
  ended.set(order.id, order)
  if (ended.size <= ENDED_KEPT) return
  for (const oldest of ended.keys()) {
    ended.delete(oldest)
    return
  }
}

/** Null: the calendar is not there. */
export async function newsOf(
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
