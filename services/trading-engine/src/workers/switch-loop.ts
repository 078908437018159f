/**
 * Lets dead-man's switches run out. Each is claimed by one worker at a time, under a lock on its row: a heartbeat that
 * is answered before the switch has acted keeps it from acting, and one that comes while it acts arms the next. The
 * account's command carries the moment at which the switch ran out as its client_id, so that it is carried out once
 * even if the worker dies; only then is the row deleted (ADR 20).
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import type { Periodic, Schedule } from '@ats/service-kit/async'
import type { Logger } from '@ats/service-kit/process'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { ranOutCommand } from '../commands/system-commands.js'
import type { Account } from '../core/model/account/account.js'
import { actsAt, type DeadManSwitch, type Uptime } from '../core/model/account/dead-man-switch.js'
import type { SwitchAction } from '../core/model/account/trader-switch.js'
import type { Micros } from '../core/values/time.js'

export interface SwitchLoopOptions {
  readonly contexts: { get(accountId: string): Promise<Account | null> }
  readonly runCommand: RunCommand
  readonly now: () => Micros
  /** When it looks. */
  readonly schedule: Schedule
  /** Whether any switch may have to act; cheap. */
  readonly isAnyDue: (now: Micros) => Promise<boolean>
  /** Says that this process can take heartbeats, where it can: then nobody waits for its next sign. */
  readonly recordUptime: () => Promise<void>
  /** Holds some of those that are due while they act; removes those that are done. Returns how many it has held. */
  readonly claim: (
    now: Micros,
    act: (claimed: readonly DeadManSwitch[], uptimes: readonly Uptime[]) => Promise<readonly ('done' | Micros)[]>,
  ) => Promise<number>
  readonly logger: Logger
  /** Called with each switch that has acted. */
  readonly onRanOut: (action: SwitchAction) => void
  /** Called with each attempt that has failed. */
  readonly onFailed: (action: SwitchAction) => void
}

const EVERY_MS = 200
/** Commands under way side by side: they are written together. */
const AT_A_TIME = 16
/** Until a switch is looked at again: one that may wait for a record of uptime only, and any other. */
const SOON_MICROS = 100_000
const LATER_MICROS = 1_000_000

export function createSwitchLoop(options: SwitchLoopOptions): Periodic {
  const { now, schedule, isAnyDue, recordUptime, claim, logger } = options
  const actOnAll = createActOnSwitches(options)
  return schedule(
    async (stopping) => {
      while (!stopping.aborted && (await isAnyDue(now()))) {
        await recordUptime()
        if ((await claim(now(), actOnAll)) === 0) return
      }
    },
    {
      everyMs: EVERY_MS,
      isSteady: true,
      onError: (error) => logger.warn({ err: error }, "dead-man's switches could not be read; will retry"),
    },
  )
}

type ActOnSwitches = Parameters<SwitchLoopOptions['claim']>[1]

/** Lets each of some switches act whose time has come, as far as the uptimes tell. */
export function createActOnSwitches({
  contexts,
  runCommand,
  now,
  logger,
  onRanOut,
  onFailed,
}: Pick<SwitchLoopOptions, 'contexts' | 'runCommand' | 'now' | 'logger' | 'onRanOut' | 'onFailed'>): ActOnSwitches {
  const act = async (due: DeadManSwitch): Promise<'done' | Micros> => {
    try {
      const account = await contexts.get(due.accountId)
      if (account === null) return 'done'
      const { isReplay } = await runCommand(ranOutCommand(account, due))
      if (!isReplay) onRanOut(due.action)
      return 'done'
    } catch (error) {
      onFailed(due.action)
      logger.warn({ err: error, account_id: due.accountId }, "a dead-man's switch could not act; will retry")
      return now() + LATER_MICROS
    }
  }

  const outcomeOf = async (due: DeadManSwitch, uptimes: readonly Uptime[]): Promise<'done' | Micros> => {
    const at = actsAt(due, uptimes)
    if (at !== null && at <= now()) return act(due)
    return at ?? now() + (now() - due.expiresAt < LATER_MICROS ? SOON_MICROS : LATER_MICROS)
  }

  return async (claimed, uptimes) => {
    const outcomes: Promise<'done' | Micros>[] = []
    const running = new Set<Promise<unknown>>()
    for (const due of claimed) {
      while (running.size >= AT_A_TIME) await Promise.race(running)
      const outcome = outcomeOf(due, uptimes)
      outcomes.push(outcome)
      running.add(outcome)
      void outcome.finally(() => running.delete(outcome))
      await yieldToEvents()
    }
    return Promise.all(outcomes)
  }
}
