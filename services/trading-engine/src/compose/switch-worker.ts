/** The parts of a process that dead-man's switches need: the signs that it takes heartbeats, and the loop that acts. */
import { periodic, type Periodic, type DueLooks } from '@ats/service-kit/async'
import type { Logger, Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { WalletWatch } from '../clients/wallet-watch.js'
import type { RunCommand } from '../commands/pipeline/run-command.js'
import { SWITCH_ACTIONS } from '../core/model/account/trader-switch.js'
import type { Micros } from '../core/values/time.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import {
  claimSwitches,
  countSwitches,
  isAnySwitchDue,
  type SwitchFigures,
} from '../store/accounts/dead-man-switches.js'
import { createUptimeRecorder } from '../store/accounts/heartbeat-uptimes.js'
import type { WhatIsDue } from '../store/read/what-is-due.js'
import { createSwitchLoop } from '../workers/switch-loop.js'

export interface SwitchWorkerOptions {
  /** Null in a process that lets no switch act. */
  readonly looks: DueLooks<WhatIsDue> | null
  readonly role: 'api' | 'worker' | 'all'
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly runCommand: RunCommand
  readonly now: () => Micros
  /** Where it does not answer, nobody's key can be checked, and no heartbeat is taken. */
  readonly wallet: Pick<WalletWatch, 'isAnswering' | 'check'>
  readonly logger: Logger
  readonly metrics: Metrics
}

export interface SwitchWorker {
  readonly start: () => void
  /** From here on the process takes requests, heartbeats among them. */
  readonly onListening: () => void
  readonly stop: () => Promise<void>
}

/** Several times within what a switch may be late. */
const SIGN_MS = 250
const COUNT_MS = 5_000

export function createSwitchWorker(options: SwitchWorkerOptions): SwitchWorker {
  const { looks, role, pool, contexts, runCommand, now, wallet, logger, metrics } = options
  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message)
  const recorder = createUptimeRecorder(pool, now)
  let isListening = false
  const recordUptime = async (): Promise<void> => {
    if (isListening && wallet.isAnswering()) await recorder.record()
  }
  const sign = async (): Promise<void> => {
    await wallet.check()
    if (!wallet.isAnswering()) recorder.interrupt()
    else if (looks?.latest()?.areArmed === false) recorder.extend()
    else await recordUptime()
  }
  const signs = periodic(sign, {
    ...{ everyMs: SIGN_MS, firstAfterMs: 0, isSteady: true },
    onError: warn('the time of taking heartbeats could not be recorded; will retry'),
  })

  const acting: Periodic[] = looks === null ? [] : [createLoop(looks), createCount()]

  function createLoop({ when }: DueLooks<WhatIsDue>): Periodic {
    const countRanOut = metrics.counter({
      name: 'dead_man_switches_ran_out_total',
      help: "Dead-man's switches that ran out and acted, by action.",
      label: 'action',
      values: SWITCH_ACTIONS,
    })
    const countFailed = metrics.counter({
      name: 'dead_man_switch_failures_total',
      help: "Attempts to let a dead-man's switch act that failed, by action; each is repeated.",
      label: 'action',
      values: SWITCH_ACTIONS,
    })
    return createSwitchLoop({
      ...{ contexts, runCommand, now, logger, recordUptime, onRanOut: countRanOut, onFailed: countFailed },
      schedule: when((due) => due.switches),
      isAnyDue: (at) => isAnySwitchDue(pool, at),
      claim: (at, act) => claimSwitches(pool, at, act),
    })
  }

  function createCount(): Periodic {
    let figures: SwitchFigures = { armed: 0, overdueSeconds: 0 }
    metrics.figure(
      'dead_man_switches_armed',
      "Dead-man's switches that are armed, over all accounts.",
      () => figures.armed,
    )
    metrics.figure(
      'dead_man_switch_overdue_seconds',
      "How long the dead-man's switch that should be looked at first has waited beyond its time; 0 when none is due.",
      () => figures.overdueSeconds,
    )
    const count = async (): Promise<void> => {
      figures = await countSwitches(pool, now())
    }
    return periodic(count, { everyMs: COUNT_MS, onError: warn("dead-man's switches could not be counted") })
  }

  return {
    start: () => acting.forEach(({ start }) => start()),
    onListening() {
      if (role === 'worker') return
      isListening = true
      signs.start()
    },
    async stop() {
      await Promise.all([signs, ...acting].map(({ stop }) => stop()))
    },
  }
}
