/** The history by operation: what was asked, what came back, and what is known about it in the end. */
import type { Attempt, HistoryLine, Invocation, Read } from '../bots/history.js'

export interface Operation {
  readonly invocation: Invocation
  readonly attempts: readonly Attempt[]
  readonly reads: readonly Read[]
}

/** acknowledged: 200. refused: definitely nothing done. unknown: the bot got no answer. */
export type RequestOutcome = 'acknowledged' | 'refused' | 'unknown'

export function foldHistory(lines: readonly HistoryLine[]): readonly Operation[] {
  const operations = new Map<number, { invocation: Invocation; attempts: Attempt[]; reads: Read[] }>()
  for (const line of lines) {
    if (line.type === 'invoke') {
      operations.set(line.op, { invocation: line, attempts: [], reads: [] })
      continue
    }
    const operation = operations.get(line.op)
    if (operation === undefined) throw new Error(`the history has an answer to operation ${line.op} before the request`)
    if (line.type === 'read') operation.reads.push(line)
    else operation.attempts.push(line)
  }
  return [...operations.values()]
}

export function outcomeOf({ attempts }: Operation): RequestOutcome {
  if (attempts.some(({ type }) => type === 'ok')) return 'acknowledged'
  if (attempts.at(-1)?.type === 'fail') return 'refused'
  return attempts.some(({ type }) => type === 'info') ? 'unknown' : 'refused'
}

export const hadUnknownOutcome = ({ attempts }: Operation): boolean => attempts.some(({ type }) => type === 'info')

/** From the first attempt of unknown outcome to the first of a definite one; null without either. */
export function msToDefinite({ attempts }: Operation): number | null {
  const first = attempts.findIndex(({ type }) => type === 'info')
  const definite = attempts.slice(first).find(({ type }) => type === 'ok' || type === 'fail')
  const since = attempts[first]?.atMs
  return first < 0 || definite === undefined || since === undefined ? null : definite.atMs - since
}

/** The parsed answers of the successful attempts; all should be one. */
export const acknowledgements = ({ attempts }: Operation): readonly Attempt[] =>
  attempts.filter(({ type }) => type === 'ok')

export interface AnsweredOrder {
  readonly id: string
  readonly account_id: string
  readonly client_id: string | null
  readonly symbol: string
  readonly venue: string
  readonly side: string
  readonly kind: string
  readonly status: string
  readonly tif: string
  readonly quantity: string
  readonly filled_quantity: string
  readonly requested_price: string | null
  readonly fees: string
  readonly reason: string | null
  readonly created_at: string
  readonly version: number
}

export interface AnsweredTrade {
  readonly id: string
  readonly order_id: string
  readonly quantity: string
  readonly price: string
  readonly fee: string
}

export interface Acknowledged {
  /** Null: the order was refused by a rule. */
  readonly order: AnsweredOrder | null
  readonly trades: readonly AnsweredTrade[]
}

export interface MadeOrders {
  readonly order: { readonly id: string } | null
  /** Absent where no stop and no target were asked for. */
  readonly children?: readonly { readonly id: string }[]
}

/** The orders that a stored answer names; none where the answer is not there. */
export function readMade(response: string | null): MadeOrders {
  const { order = null, children } = JSON.parse(response ?? '{}') as Partial<MadeOrders>
  return { order, ...(children && { children }) }
}

/** The order and trades in the body of a 200. */
export function readAcknowledgement({ action }: Invocation, text: string): Acknowledged {
  const body = JSON.parse(text) as AnsweredOrder & Acknowledged
  return action === 'cancel' ? { order: body, trades: [] } : { order: body.order, trades: body.trades }
}
