/**
 * Plays a tape to the accounts of a run: what in production a tick makes a market worker do is done here for each tick,
 * at its moment by the run's clock, and before the next one. Ticks that can do nothing to an account are passed over
 * (`skip-index.ts`).
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { withHighs, type Highs } from '../../core/model/account/peak.js'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { StoredEvent } from '../../core/model/events.js'
import { evaluateAccount } from '../../core/risk/supervise.js'
import { tickAt, TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { createSkipIndex, type SkipIndex } from '../core/skip-index.js'
import { createTapeCursor } from '../core/tape-cursor.js'
import { createRowTouch } from '../tapes/tape-feed.js'
import { lastSlot, type Tape, type TapeSeries } from '../tapes/tape.js'
import type { RunClock } from './run-clock.js'

/** What the run's engine does for it. */
export interface RunAccounts {
  /** Accounts there are. */
  readonly list: () => Promise<readonly string[]>
  readonly get: (accountId: string) => Promise<Account | null>
  /** Runs a command of the market on the account, if there is anything to do. */
  readonly settle: (account: Account) => Promise<void>
  readonly raiseHighs: (accountId: string, highs: Highs) => void
  /** Writes the highs that were raised. */
  readonly saveHighs: () => Promise<void>
  /** When the next dead-man's switch is to be looked at; null: none is armed. */
  readonly nextSwitchAt: () => Promise<Micros | null>
  readonly actOnSwitches: () => Promise<void>
  /** Rises with whatever may have changed an account, or a switch, without a word to the player. */
  readonly changes: () => number
}

export interface PlayerOptions {
  readonly tape: Tape
  readonly spreadRateOf: (series: TapeSeries) => Parameters<typeof createRowTouch>[0]
  readonly clock: RunClock
  readonly getContext: () => DecisionContext
  readonly accounts: RunAccounts
}

/** Where to go: whatever comes first ends it. */
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

interface Watched {
  account: Account
  readonly index: SkipIndex
}

/** Some milliseconds of ticks that do nothing. */
const SLICE = 2_000

export function createPlayer({ tape, spreadRateOf, clock, getContext, accounts }: PlayerOptions): Player {
  const watched = new Map<string, Watched>()
  const touches = tape.series.map((series) => createRowTouch(spreadRateOf(series)))
  const rows: (readonly [last: number, bid: number, ask: number] | undefined)[] = tape.series.map(() => undefined)
  const cursor = createTapeCursor(tape.series, (number, last, spread) => {
    const touch = touches[number]
    if (touch === undefined) return
    const row = [last, touch.bidOf(last, spread), touch.askOf(last, spread)] as const
    rows[number] = row
    for (const { index } of watched.values()) index.note(number, ...row)
  })
  const slotAt = (at: Micros): number => tickAt(at) - tape.firstTick
  const momentOf = (slot: number): Micros => (tape.firstTick + slot) * TICK_MICROS
  const endsAt = momentOf(lastSlot(tape)) + TICK_MICROS
  let [ticks, looks] = [0, 0]
  let known = -1
  let nextSwitch: Micros = Infinity
  let awaited: Advance['isAwaited'] | null = null
  let [hasMet, isStopped] = [false, false]
  cursor.skipTo(slotAt(clock.now()))

  const watch = (account: Account): void => {
    const context = getContext()
    const { highs } = evaluateAccount(account, context)
    if (highs !== null) accounts.raiseHighs(account.id, highs)
    const raised = withHighs(account, highs)
    const before = watched.get(account.id)
    const index = before?.index ?? newIndex()
    watched.set(account.id, { account: raised, index })
    index.set(raised, context)
  }
  const newIndex = (): SkipIndex => {
    const index = createSkipIndex(tape.series)
    rows.forEach((row, number) => row !== undefined && index.note(number, ...row))
    return index
  }

  /** Looks for what came without a word: accounts that were opened, switches that were armed. */
  const refresh = async (): Promise<void> => {
    if (accounts.changes() === known) return
    for (const accountId of await accounts.list()) {
      const account = await accounts.get(accountId)
      if (account !== null && watched.get(accountId)?.account !== account) watch(account)
    }
    nextSwitch = (await accounts.nextSwitchAt()) ?? Infinity
    known = accounts.changes()
  }

  const look = async (of: Watched): Promise<void> => {
    looks += 1
    const account = await accounts.get(of.account.id)
    if (account === null) return
    await accounts.settle(account)
    watch((await accounts.get(account.id)) ?? account)
  }

  const handle = (of: Watched, at: Micros): Promise<void> | undefined => {
    const finding = of.index.find(at)
    if (finding === 'NOTHING') return undefined
    if (finding === 'RISEN') {
      const { action, highs } = evaluateAccount(of.account, getContext())
      if (action === null) {
        if (highs !== null) accounts.raiseHighs(of.account.id, highs)
        of.account = withHighs(of.account, highs)
        of.index.raise(of.account)
        return undefined
      }
    }
    return look(of)
  }

  const handleAll = async (at: Micros): Promise<void> => {
    for (const of of watched.values()) await handle(of, at)
  }
  /** Without an await where nothing is found: nearly all ticks are such. */
  const isAnyFound = (at: Micros): boolean => {
    let isFound = false
    for (const of of watched.values()) if (of.index.find(at) !== 'NOTHING') isFound = true
    return isFound
  }

  const interruptedBy = (played: number, { ticksMax }: Advance): StoppedBy | null => {
    if (isStopped) return 'DELETED'
    if (hasMet) return 'EVENT'
    return played >= ticksMax ? 'TICKS' : null
  }

  /** Plays the ticks up to a slot, or to the first that does something; false: there are no more. */
  const playTo = async (last: number, { ticksMax }: Advance, before: number): Promise<boolean> => {
    for (const from = ticks - before; ticks - from < ticksMax && !isStopped;) {
      const slot = cursor.next(last)
      if (slot < 0) return false
      ticks += 1
      const at = momentOf(slot)
      clock.set(at)
      if (isAnyFound(at)) {
        await handleAll(at)
        return true
      }
      if (ticks % SLICE === 0) await yieldToEvents()
    }
    return true
  }

  /** The first moment after the present at which time alone does something, up to `to`. */
  const nextStop = (to: Micros): Micros => {
    const now = clock.now()
    const deadlines = [...watched.values()].map(({ index }) => index.deadline()).filter((deadline) => deadline > now)
    return Math.min(to, Math.max(nextSwitch, now), ...deadlines)
  }

  const play = async (advance: Advance): Promise<Advanced> => {
    const to = Math.min(advance.to, endsAt)
    await refresh()
    const from = ticks
    for (;;) {
      const until = nextStop(to)
      const hasMore = await playTo(slotAt(until), advance, ticks - from)
      if (!hasMore) {
        clock.set(until)
        await handleAll(until)
        if (nextSwitch <= until) {
          await accounts.actOnSwitches()
          await refresh()
        }
      }
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
      return looks
    },
    recordCommitted(account, events) {
      watch(account)
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
