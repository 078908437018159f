/**
 * Plays a tape to the accounts of a run: what in production a tick makes a market worker do is done here for each tick,
 * at its moment by the run's clock, and before the next one. Ticks that can do nothing to an account are passed over
 * (`skip-index.ts`).
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { StoredEvent } from '../../core/model/events.js'
import { tickAt, TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { createTapeCursor } from '../core/tape-cursor.js'
import { createRowTouch } from '../tapes/tape-feed.js'
import { lastSlot, type Tape, type TapeSeries } from '../tapes/tape.js'
import type { RunClock } from './run-clock.js'
import { createWatchedAccounts, type RunAccounts } from './watched-accounts.js'

export interface PlayerOptions {
  readonly tape: Tape
  readonly spreadRateOf: (series: TapeSeries) => Parameters<typeof createRowTouch>[0]
  readonly clock: RunClock
  readonly getContext: () => DecisionContext
  readonly accounts: RunAccounts
  /** Awaited between two parts of a long advance. */
  readonly pause?: () => Promise<void>
}

/** The way to go: what comes first ends it. */
export interface Advance {
  readonly to: Micros
  readonly ticksMax: number
  /** Ends it after the tick at which such an event came. */
  readonly isAwaited: (type: string) => boolean
}

export const STOPS = ['TIME', 'TICKS', 'EVENT', 'END', 'DELETED'] as const
export type StoppedBy = (typeof STOPS)[number]

export interface Advanced {
  readonly ticks: number
  readonly stoppedBy: StoppedBy
}

export interface Player {
  /** The moment after the last tick. */
  readonly endsAt: Micros
  /** Ticks so far. */
  readonly ticks: number
  /** Account by account, ticks that were looked at so far. */
  readonly looks: number
  /** To be told of every committed change. */
  readonly recordCommitted: (account: Account, events: readonly StoredEvent[]) => void
  /** One at a time. */
  readonly advance: (advance: Advance) => Promise<Advanced>
  /** Ends it at the next tick. */
  readonly stop: () => void
}

/** Some milliseconds of ticks that do nothing. */
const SLICE = 2_000

export function createPlayer({ tape, spreadRateOf, clock, getContext, accounts, pause }: PlayerOptions): Player {
  const watched = createWatchedAccounts(tape.series, accounts, getContext)
  const touches = tape.series.map((series) => createRowTouch(spreadRateOf(series)))
  const cursor = createTapeCursor(tape.series, (number, last, spread) => {
    const touch = touches[number]
    if (touch !== undefined) watched.note(number, [last, touch.bidOf(last, spread), touch.askOf(last, spread)])
  })
  const slotAt = (at: Micros): number => tickAt(at) - tape.firstTick
  const momentOf = (slot: number): Micros => (tape.firstTick + slot) * TICK_MICROS
  const endsAt = momentOf(lastSlot(tape)) + TICK_MICROS
  let ticks = 0
  let known = -1
  let nextSwitch: Micros = Infinity
  let awaited: Advance['isAwaited'] | null = null
  let [hasMet, isStopped] = [false, false]
  cursor.skipTo(slotAt(clock.now()))

  const refresh = async (): Promise<void> => {
    await accounts.promote()
    if (accounts.changes() === known) return
    await watched.refresh()
    nextSwitch = (await accounts.nextSwitchAt()) ?? Infinity
    known = accounts.changes()
  }

  const interruptedBy = (played: number, { ticksMax }: Advance): StoppedBy | null => {
    if (isStopped) return 'DELETED'
    if (hasMet) return 'EVENT'
    return played >= ticksMax ? 'TICKS' : null
  }

  /** Plays the ticks up to a slot, or to the first that does something; false: there are no more. */
  const playTo = async (last: number, { ticksMax }: Advance, played: number): Promise<boolean> => {
    for (const from = ticks - played; ticks - from < ticksMax && !isStopped;) {
      const slot = cursor.next(last)
      if (slot < 0) return false
      ticks += 1
      const at = momentOf(slot)
      clock.set(at)
      if (watched.isAnyFound(at)) {
        await watched.handleAll(at)
        return true
      }
      if (ticks % SLICE === 0) await yieldToEvents().then(pause)
    }
    return true
  }

  /** Does what the moment does, without a tick. */
  const reach = async (at: Micros): Promise<void> => {
    clock.set(at)
    await watched.handleAll(at)
  }

  /** Nothing that is due is left: who goes on from here finds the same, however the clock came here. */
  const settleBeside = async (): Promise<void> => {
    if (await accounts.promote()) await watched.refresh()
    if (nextSwitch > clock.now()) return
    await accounts.actOnSwitches()
    await refresh()
  }

  const play = async (advance: Advance): Promise<Advanced> => {
    const to = Math.min(advance.to, endsAt)
    await refresh()
    for (const from = ticks; ;) {
      const now = clock.now()
      const until = Math.min(to, Math.max(nextSwitch, now), watched.nextDeadline(now))
      await pause?.()
      const hasMore = await playTo(slotAt(until), advance, ticks - from)
      if (!hasMore) await reach(until)
      await settleBeside()
      const played = ticks - from
      const early = interruptedBy(played, advance)
      if (early !== null) return { ticks: played, stoppedBy: early }
      if (!hasMore && until >= to) return { ticks: played, stoppedBy: to === endsAt ? 'END' : 'TIME' }
    }
  }

  return {
    endsAt,
    get ticks() {
      return ticks
    },
    get looks() {
      return watched.looks()
    },
    recordCommitted(account, events) {
      watched.watch(account)
      if (awaited !== null && events.some(({ type }) => awaited?.(type))) hasMet = true
    },
    async advance(advance) {
      awaited = advance.isAwaited
      hasMet = false
      try {
        return await play(advance)
      } finally {
        awaited = null
        await accounts.saveHighs()
      }
    },
    stop() {
      isStopped = true
    },
  }
}
