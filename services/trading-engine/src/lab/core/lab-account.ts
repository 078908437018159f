/**
 * One account on a tape, decided by the core in this process: nothing is stored, nobody is asked. Every tick of the
 * tape is decided on, or only those that can do something (`skip-index.ts`): the events are the same.
 */
import { processMarketUpdate } from '../../core/decide/process-market-update.js'
import { openAccount } from '../../core/decide/open-account.js'
import type { Account } from '../../core/model/account/account.js'
import { withHighs } from '../../core/model/account/peak.js'
import type { Listing } from '../../core/model/market/listing.js'
import { orderedBy, type DecisionContext } from '../../core/model/decision-context.js'
import type { Changes } from '../../core/model/draft.js'
import type { Origin } from '../../core/model/order/origin.js'
import type { Outcome } from '../../core/model/outcome.js'
import type { Plan } from '../../core/model/plan/plan.js'
import { evaluateAccount } from '../../core/risk/supervise.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { createRowTouch, type RowTouch } from '../tapes/tape-feed.js'
import { createLabMarket, type LabMarketOptions } from './lab-market.js'
import { createSkipIndex, type Finding } from './skip-index.js'
import { createTapeCursor } from './tape-cursor.js'

export interface LabAccountOptions extends LabMarketOptions {
  readonly plan: Plan
  /** Told of everything that is decided, in order. */
  readonly onChanges: (changes: Changes) => void
  /** Decides on every tick; slow, and the measure of the other way. */
  readonly decidesAll?: boolean
  /** The slot of the tape at which the account is opened. */
  readonly from?: number
}

export interface LabAccount {
  readonly account: Account
  readonly now: Micros
  /** The ticks that the core has looked at so far. */
  readonly looks: number
  /** Plays the tape up to and with a slot. */
  readonly playTo: (slot: number) => void
  /** Decides a command of the trader at the present moment. */
  readonly decide: <A>(decide: (account: Account, context: DecisionContext) => Outcome<A>) => Outcome<A>
  readonly context: () => DecisionContext
}

const BY_TRADER: Origin = { by: 'API', keyId: null }

export function createLabAccount(options: LabAccountOptions): LabAccount {
  const { tape, plan, onChanges, decidesAll = false, from = 0 } = options
  const market = createLabMarket(options)
  const index = createSkipIndex(tape.series)
  const touches = tape.series.map((series) => touchOf(series, options))
  const cursor = createTapeCursor(tape.series, (number, last, spread) => {
    const { bidOf, askOf } = touches[number] as RowTouch
    index.note(number, last, bidOf(last, spread), askOf(last, spread))
  })
  const momentOf = (slot: number): Micros => (tape.firstTick + slot) * TICK_MICROS
  let now = momentOf(from)
  let looks = 0
  cursor.skipTo(from)
  let { account } = openAccount(
    { userId: 'lab', plan, challengeId: null, name: null, defaultVenue: null },
    market.contextAt(now),
  )

  const keep = (changes: Changes | null): void => {
    if (changes === null) return
    account = changes.account
    onChanges(changes)
  }
  const raise = (context: DecisionContext): void => {
    account = withHighs(account, evaluateAccount(account, context).highs)
  }
  const look = (context: DecisionContext): void => {
    looks += 1
    keep(processMarketUpdate(account, context))
    raise(context)
    if (!decidesAll) index.set(account, context)
  }
  index.set(account, market.contextAt(now))

  /** A high that decides nothing is only noted. */
  const handle = (finding: Finding, at: Micros): void => {
    if (finding === 'NOTHING') return
    now = at
    const context = market.contextAt(now)
    if (finding === 'RISEN') {
      const { action, highs } = evaluateAccount(account, context)
      if (action === null) {
        account = withHighs(account, highs)
        return index.raise(account)
      }
    }
    look(context)
  }

  /** Prices do nothing to an account that holds nothing and waits for nothing: up to the next deadline none is told. */
  const skipIdle = (last: number): void => {
    if (decidesAll || !index.isIdle()) return
    const due = index.deadline()
    cursor.skipTo(due === Infinity ? last : Math.min(last, Math.ceil(due / TICK_MICROS) - tape.firstTick - 1))
  }

  return {
    get account() {
      return account
    },
    get now() {
      return now
    },
    get looks() {
      return looks
    },
    playTo(last) {
      skipIdle(last)
      for (let slot = cursor.next(last); slot >= 0; slot = cursor.next(last)) {
        const at = momentOf(slot)
        handle(decidesAll ? 'LOOK' : index.find(at), at)
        skipIdle(last)
      }
      now = Math.max(now, momentOf(last))
    },
    decide(decide) {
      const context = orderedBy(market.contextAt(now), BY_TRADER)
      const outcome = decide(account, context)
      if (outcome.kind === 'decided') {
        keep(outcome.changes)
        raise(context)
        index.set(account, context)
      }
      return outcome
    },
    context: () => market.contextAt(now),
  }
}

function touchOf({ symbol, venue }: Listing, { catalogue }: LabMarketOptions): RowTouch {
  const terms = catalogue.find(symbol)?.terms[venue]
  if (terms === undefined) throw new Error(`${symbol} on ${venue} is not in the catalogue`)
  return createRowTouch(terms.spreadRate)
}
