import type { Origin } from '../core/model/order/origin.js'
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import {
  decideKillSwitch,
  decideLiftKillSwitch,
  whatIsUnderWay,
  type Stopped,
} from '../core/decide/decide-kill-switch.js'
import { isClosingNow } from '../core/execution/switch-actions.js'
import { computeFigures } from '../core/margin/figures.js'
import { isUnderWay } from '../core/model/live/live-order.js'
import type { Order } from '../core/model/order/order.js'
import type { Outcome } from '../core/model/outcome.js'
import { profileOf } from '../core/model/plan/execution-profile.js'
import { accountCodec } from '../wire/account/account-codec.js'
import { stoppedCodec } from '../wire/account/stopped-codec.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { awaitVenue, orderNow, type VenueWait } from './live/await-venue.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface SwitchRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly write: WriteDecimal
}

/**
 * POST …/kill-switch: goes before the orders that the trader has waiting, as it is there to stop them. Of a LIVE
 * account the answer waits for its venues, and says what is so by then.
 */
export async function useKillSwitch(
  runCommand: RunCommand,
  { write, isFlatten, ...whose }: SwitchRequest & { readonly isFlatten: boolean },
  venueWait: VenueWait,
): Promise<Answer> {
  let decidedNow: InContext<Stopped> | null = null
  const answer = await runCommand(switchCommand({ write, isFlatten, ...whose }, (stopped) => (decidedNow = stopped)))
  const made = decidedNow as InContext<Stopped> | null
  if (made === null || profileOf(made.answer.account).isFinalWhenDecided) return answer
  return { ...answer, text: textOf({ ...made, answer: await afterVenues(venueWait, made.answer) }, write) }
}

export const switchCommand = (
  { write, isFlatten, ...whose }: SwitchRequest & { readonly isFlatten: boolean },
  onDecided: (made: InContext<Stopped>) => void = () => undefined,
): Command<InContext<Stopped>> => ({
  ...{ kind: 'kill_switch', ...whose, ...WITHOUT_CLIENT_ID, write, isUrgent: true },
  decide: (account, context) => inContext(decideKillSwitch(account, isFlatten, context), context),
  render: (made) => {
    onDecided(made)
    return { status: 200, text: textOf(made, write) }
  },
  asked: { isFlatten },
})

const textOf = ({ answer, context }: InContext<Stopped>, write: WriteDecimal): string =>
  stoppedCodec.json({ ...answer, figures: computeFigures(answer.account, context) }, write)

/** Tells what became of requests to the venues, once they have answered or the time is up; not of fills. */
async function afterVenues(venueWait: VenueWait, before: Stopped): Promise<Stopped> {
  const isFlattening = before.liquidating.length > 0
  const isWaiting = (order: Order): boolean => isUnderWay(order) || (isFlattening && isClosingNow(order))
  const account = await awaitVenue(venueWait, before.account.id, isWaiting)
  if (account === null) return before
  const ended = before.cancelling.filter(({ id }) => !account.orders.has(id))
  const orders = await Promise.all(ended.map(({ id }) => orderNow(venueWait, account, id)))
  const held = new Set([...account.positions.values()].map(({ id }) => id))
  return {
    account,
    cancelled: [...before.cancelled, ...orders.flatMap((order) => (order?.status === 'CANCELLED' ? [order.id] : []))],
    closed: [...before.closed, ...before.liquidating.filter((id) => !held.has(id))],
    ...whatIsUnderWay(account),
  }
}

/** DELETE …/kill-switch */
export const liftKillSwitch = (runCommand: RunCommand, request: SwitchRequest): Promise<Answer> =>
  runCommand(liftCommand(request))

export const liftCommand = ({ write, ...whose }: SwitchRequest): Command<InContext<Account>> => ({
  ...{ kind: 'lift_kill_switch', ...whose, ...WITHOUT_CLIENT_ID, write },
  decide: (account, context) => inContext(decideLiftKillSwitch(account, context), context),
  render: ({ answer, context }) => ({
    status: 200,
    text: accountCodec.json({ account: answer, figures: computeFigures(answer, context) }, write),
  }),
  asked: {},
})

/** Repeating it is safe without one. */
const WITHOUT_CLIENT_ID = { clientId: null, fingerprint: Buffer.alloc(0) }

/** An answer, and the moment at which to value it. */
interface InContext<A> {
  readonly answer: A
  readonly context: DecisionContext
}

const inContext = <A>(outcome: Outcome<A>, context: DecisionContext): Outcome<InContext<A>> =>
  outcome.kind === 'problem' ? outcome : { ...outcome, answer: { answer: outcome.answer, context } }
