/** Counts what commands come to: of callers, of operators, and of the market. */
import { RequestError, type Metrics, type Tracing } from '@ats/service-kit'
import type { OnDecided, RunCommand } from '../commands/pipeline/run-command.js'
import { EVENT_TYPES } from '../core/model/events.js'
import { RISK_RULES } from '../core/model/violation.js'

export interface CommandMetrics {
  readonly onDecided: OnDecided
  /** The same, with those counted that end without a decision: answered before, or failed. */
  watch(runCommand: RunCommand): RunCommand
}

export function createCommandMetrics(metrics: Metrics): CommandMetrics {
  const countCommand = metrics.tally({
    name: 'commands_total',
    help: 'Commands on accounts, by kind and outcome: accepted, unchanged, refused, rejected, replayed or failed.',
    labels: ['command', 'outcome'],
  })
  const countRefusal = metrics.counter({
    name: 'risk_refusals_total',
    help: 'Violations by which rules refused a command, by rule.',
    label: 'rule',
    values: RISK_RULES,
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
    watch: (runCommand) => async (command) => {
      try {
        const answer = await runCommand(command)
        if (answer.isReplay) countCommand(command.kind, 'replayed')
        return answer
      } catch (error) {
        if (!(error instanceof RequestError)) countCommand(command.kind, 'failed')
        throw error
      }
    },
  }
}

/** Makes each command of what is traced a span: waiting for its turn, deciding and writing are below it. */
export function traceCommands(runCommand: RunCommand, tracing: Tracing): RunCommand {
  if (!tracing.isOn) return runCommand
  return (command) => tracing.part({ name: `command ${command.kind}` }, () => runCommand(command))
}
