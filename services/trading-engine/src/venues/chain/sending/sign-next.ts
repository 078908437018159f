/** Signs the next call of a wallet, once it is known to run and may cost what it does. */
import type { VenueRequest } from '../../../core/model/live/venue-request.js'
import { costMax, type VenueTransaction } from '../../../core/model/live/venue-transaction.js'
import type { Call } from '../../port.js'
import { byNonce } from './unfinished.js'
import type { Draft, Effect, SenderView } from './wallet-view.js'

interface Wanted {
  readonly purpose: VenueTransaction['purpose']
  readonly call: Call
  readonly request: VenueRequest | null
  readonly callIndex: number
  readonly callCount: number
}

/** The reason why a call cannot be signed: for good, for now, or nobody can tell. */
interface Obstacle {
  readonly obstacle: string
  readonly lasts: 'for_good' | 'for_now' | 'perhaps'
}

export const isObstacle = (next: Effect | Obstacle | null): next is Obstacle => next !== null && 'obstacle' in next

/** Signs the call, once it is known to run and may cost what it does. */
export function signNext(
  view: SenderView,
  { purpose, call, request, callIndex, callCount }: Wanted,
): Effect | Obstacle | null {
  const { transactions, chain, limits, memory, nextNonce } = view
  if (byNonce(transactions).length >= limits.inFlightMax) return null
  const key = simulationKey(request?.id ?? null, call)
  const simulation = memory.simulations.get(key)
  if (simulation === undefined) return { kind: 'simulate', key, call }
  if (simulation.kind === 'unanswered') return null
  if (simulation.kind === 'unknown') return { obstacle: 'not_estimated', lasts: 'perhaps' }
  if (simulation.kind === 'reverts') return { obstacle: simulation.reason, lasts: 'for_good' }
  const gas = call.gas ?? withMargin(simulation.gas)
  const made = transactions.filter(({ requestId }) => request !== null && requestId === request.id)
  const attempt = 1 + Math.max(-1, ...made.filter((one) => one.callIndex === callIndex).map((one) => one.attempt))
  const draft: Draft = {
    ...{ nonce: Math.max(nextNonce, chain.nonceAtHead), attempt, purpose, requestId: request?.id ?? null },
    ...{ callIndex, callCount, call, gas, fees: chain.fees },
  }
  return refusalOf(view, draft, made) ?? { kind: 'sign', draft }
}

export const simulationKey = (requestId: string | null, { to, data }: Call): string =>
  `${requestId ?? 'prepare'} ${to} ${data}`

/** The estimate is of one block: the next may take a little more. */
const withMargin = (gas: bigint): bigint => (gas * 5n) / 4n

/** Over the day's budget an opening request fails; what reduces risk waits for the next day, or for the operator. */
function refusalOf(
  { wallet, chain, spentToday, transactions }: SenderView,
  draft: Draft,
  made: readonly VenueTransaction[],
): Obstacle | null {
  const cost = costMax(draft)
  const spent = made.reduce((sum, one) => sum + (one.cost ?? 0n), reservedFor(made))
  if (spent + cost > wallet.gasPerOrderMax) return { obstacle: 'gas_budget', lasts: 'for_good' }
  if (spentToday + cost > wallet.gasPerDayMax) return { obstacle: 'gas_budget', lasts: 'for_now' }
  if (reservedFor(transactions) + cost > chain.native) return { obstacle: 'insufficient_native', lasts: 'for_now' }
  return null
}

/** Wei that unfinished transactions take at most: of each nonce one is mined. */
const reservedFor = (transactions: readonly VenueTransaction[]): bigint =>
  byNonce(transactions).reduce((sum, attempts) => sum + attempts.map(costMax).reduce((a, b) => (a > b ? a : b), 0n), 0n)
