/** Counts what commands come to: of callers, of operators, and of the market. */
import { RequestAborted } from '@ats/service-kit/async'
import { RequestError, type Metrics, type Tracing } from '@ats/service-kit/process'
import type { Ended } from '../../commands/pipeline/idempotency.js'
import type { OnDecided } from '../../commands/pipeline/command.js'
import type { RunCommands } from '../../commands/pipeline/run-command.js'
import { EVENT_TYPES } from '../../core/model/events.js'
import { ALL_RISK_RULES } from '../../core/model/plan/violation.js'

export interface CommandMetrics {
  readonly onDecided: OnDecided
  /** The same, with those counted that end without a decision: answered before, or failed. */
  watch(runCommands: RunCommands): RunCommands
}

export function createCommandMetrics(metrics: Metrics): CommandMetrics {
  const countCommand = metrics.tally({
    name: 'commands_total',
    help: 'Commands on accounts, by kind and outcome: accepted, unchanged, refused, rejected, replayed, abandoned or failed.',
    labels: ['command', 'outcome'],
  })
  const countRefusal = metrics.counter({
    name: 'risk_refusals_total',
    help: 'Violations by which rules refused a command, by rule.',
    label: 'rule',
    values: ALL_RISK_RULES,
  })
  const countBreach = metrics.tally({
    name: 'risk_breaches_total',
    help: 'Breaches of a limit of the plan, by rule and action taken.',
    labels: ['rule', 'action'],
  })
  const countEvent = metrics.counter({
    name: 'account_events_total',
    help: 'Events in the life of orders, positions and accounts, by type.',
    label: 'type',
    values: EVENT_TYPES,
  })
  return {
    onDecided(kind, result, violations, changes) {
      countCommand(kind, result)
      for (const { rule } of violations) countRefusal(rule)
      if (changes === null) return
      for (const { type } of changes.events) countEvent(type)
      for (const { rule, action } of changes.breaches) countBreach(rule, action)
    },
    watch: (runCommands) => async (commands) => {
      const [{ kind }] = commands
      const count = (ended: Ended): void => {
        if ('answer' in ended) {
          if (ended.answer.isReplay) countCommand(kind, 'replayed')
        } else if (ended.error instanceof RequestAborted) countCommand(kind, 'abandoned')
        else if (!(ended.error instanceof RequestError)) countCommand(kind, 'failed')
      }
      try {
        const ends = await runCommands(commands)
        ends.forEach(count)
        return ends
      } catch (error) {
        commands.forEach(() => count({ error }))
        throw error
      }
    },
  }
}

/** Makes each command of what is traced a span: waiting for its turn, deciding and writing are below it. */
export function traceCommands(runCommands: RunCommands, tracing: Tracing): RunCommands {
  if (!tracing.isOn) return runCommands
  return (commands) => {
    const [{ kind }] = commands
    const several = commands.length === 1 ? {} : { attributes: { commands: commands.length } }
    return tracing.part({ name: `command ${kind}`, ...several }, () => runCommands(commands))
  }
}
