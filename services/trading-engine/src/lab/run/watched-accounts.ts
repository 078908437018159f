/** The accounts of a run, and what of them a tick or a moment does anything to (`skip-index.ts`). */
import { withHighs, type Highs } from '../../core/model/account/peak.js'
import type { Account } from '../../core/model/account/account.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import { evaluateAccount } from '../../core/risk/supervise.js'
import type { Micros } from '../../core/values/time.js'
import { createSkipIndex, type SkipIndex } from '../core/skip-index.js'
import type { TapeSeries } from '../tapes/tape.js'

/** The run's engine, as far as the player uses it. */
export interface RunAccounts {
  /** Accounts there are. */
  readonly list: () => Promise<readonly string[]>
  readonly get: (accountId: string) => Promise<Account | null>
  /** Runs a command of the market on the account, if there is anything to do. */
  readonly settle: (account: Account) => Promise<void>
  readonly raiseHighs: (accountId: string, highs: Highs) => void
  /** Writes the highs that were raised. */
  readonly saveHighs: () => Promise<void>
  /** Lets accounts of challenges that have passed go on to their next phase; true: there was one. */
  readonly promote: () => Promise<boolean>
  /** Tells when the next dead-man's switch is to be looked at; null: none is armed. */
  readonly nextSwitchAt: () => Promise<Micros | null>
  readonly actOnSwitches: () => Promise<void>
  /** Rises with each statement: any of them may have opened an account, or armed a switch. */
  readonly changes: () => number
}

/** A price of the tape, in steps of its grid. */
export type NotedRow = readonly [last: number, bid: number, ask: number]

export interface WatchedAccounts {
  /** Takes the account as a decision has left it. */
  readonly watch: (account: Account) => void
  /** Looks for accounts that came without a word: one is opened beside the commands on accounts. */
  readonly refresh: () => Promise<void>
  readonly note: (series: number, row: NotedRow) => void
  /** Whether the prices noted, or the moment, may do something to any of them. */
  readonly isAnyFound: (at: Micros) => boolean
  /** Does it. */
  readonly handleAll: (at: Micros) => Promise<void>
  /** The first moment after `now` at which time alone does something. */
  readonly nextDeadline: (now: Micros) => Micros
  /** Ticks by account that were decided on. */
  readonly looks: () => number
}

interface Watched {
  account: Account
  readonly index: SkipIndex
}

export function createWatchedAccounts(
  series: readonly TapeSeries[],
  accounts: RunAccounts,
  getContext: () => DecisionContext,
): WatchedAccounts {
  const watched = new Map<string, Watched>()
  const rows: (NotedRow | undefined)[] = series.map(() => undefined)
  let looks = 0

  const newIndex = (): SkipIndex => {
    const index = createSkipIndex(series)
    rows.forEach((row, number) => row !== undefined && index.note(number, ...row))
    return index
  }

  const watch = (account: Account): void => {
    const context = getContext()
    const { highs } = evaluateAccount(account, context)
    if (highs !== null) accounts.raiseHighs(account.id, highs)
    const raised = withHighs(account, highs)
    const index = watched.get(account.id)?.index ?? newIndex()
    watched.set(account.id, { account: raised, index })
    index.set(raised, context)
  }

  const look = async ({ account: { id } }: Watched): Promise<void> => {
    looks += 1
    const account = await accounts.get(id)
    if (account === null) return
    await accounts.settle(account)
    watch((await accounts.get(id)) ?? account)
  }

  /** A high that decides nothing is only noted. */
  const handle = (of: Watched, at: Micros): Promise<void> | undefined => {
    const finding = of.index.find(at)
    if (finding === 'NOTHING') return undefined
    const { action, highs } = finding === 'RISEN' ? evaluateAccount(of.account, getContext()) : LOOKED_AT
    if (action !== null) return look(of)
    if (highs !== null) accounts.raiseHighs(of.account.id, highs)
    of.account = withHighs(of.account, highs)
    of.index.raise(of.account)
    return undefined
  }

  return {
    watch,
    async refresh() {
      for (const accountId of await accounts.list()) {
        const account = await accounts.get(accountId)
        if (account !== null && watched.get(accountId)?.account !== account) watch(account)
      }
    },
    note(number, row) {
      rows[number] = row
      for (const { index } of watched.values()) index.note(number, ...row)
    },
    isAnyFound(at) {
      for (const { index } of watched.values()) if (index.find(at) !== 'NOTHING') return true
      return false
    },
    async handleAll(at) {
      for (const of of watched.values()) await handle(of, at)
    },
    nextDeadline(now) {
      let next = Infinity
      for (const { index } of watched.values()) {
        const deadline = index.deadline()
        if (deadline > now && deadline < next) next = deadline
      }
      return next
    },
    looks: () => looks,
  }
}

const LOOKED_AT = { action: { kind: 'CLOSE' }, highs: null } as const
