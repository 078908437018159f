/** The log of a run, as far as it is small: what it was told, and what came of it. */
import type { Micros } from '../../core/values/time.js'
import type { EventTrace } from './event-head.js'
import type { FaultHit } from './faults/fault-hits.js'
import type { RecordedFill } from '../odds/resample/recorded-days.js'

/** A request that may have changed something, as it was sent, and the moment of the run at which it was. */
export interface RunCommand {
  readonly at: Micros
  /** Whether the clock was moved since the one before, be it by nothing. */
  readonly moved: boolean
  readonly method: string
  readonly path: string
  /** As it was sent; null: there was none. */
  readonly body: string | null
  readonly status: number
  /** The fault that decided the fate of its order, by its place in the list of the run, from 1; null: none did. */
  readonly fault: number | null
}

export interface RunLog {
  readonly commands: readonly RunCommand[]
  readonly events: readonly EventTrace[]
  /** The requests and events that faults met. */
  readonly hits: readonly FaultHit[]
  /** The fills of its first account. */
  readonly fills: readonly RecordedFill[]
  /** The number of those after the ones that are kept. */
  readonly commandsLeftOut: number
  readonly eventsLeftOut: number
  readonly fillsLeftOut: number
}

export const COMMANDS_MAX = 20_000
export const COMMAND_BYTES_MAX = 8 * 1_048_576
export const EVENTS_MAX = 50_000
const HITS_MAX = 1_000
export const FILLS_MAX = 20_000

export interface RunLogWriter {
  readonly addCommand: (command: RunCommand) => void
  readonly addHit: (hit: FaultHit) => void
  readonly addEvent: (event: EventTrace) => void
  readonly addFill: (fill: RecordedFill) => void
  /** Takes what has come since it was asked last. */
  readonly take: () => RunLog
  readonly whole: () => RunLog
}

export function createRunLog(): RunLogWriter {
  const log = emptyLog()
  let bytes = 0
  let taken = { commands: 0, events: 0, hits: 0, fills: 0, commandsLeftOut: 0, eventsLeftOut: 0, fillsLeftOut: 0 }

  return {
    addCommand(command) {
      bytes += command.path.length + (command.body?.length ?? 0)
      // What comes after one that was left out could not be repeated without it.
      const isFull = log.commandsLeftOut > 0 || log.commands.length >= COMMANDS_MAX || bytes > COMMAND_BYTES_MAX
      if (isFull) log.commandsLeftOut += 1
      else log.commands.push(command)
    },
    addEvent(event) {
      if (log.events.length >= EVENTS_MAX) log.eventsLeftOut += 1
      else log.events.push(event)
    },
    addFill(fill) {
      if (log.fills.length >= FILLS_MAX) log.fillsLeftOut += 1
      else log.fills.push(fill)
    },
    addHit(hit) {
      if (log.hits.length < HITS_MAX) log.hits.push(hit)
    },
    take() {
      const { commands, events, hits, fills, commandsLeftOut, eventsLeftOut, fillsLeftOut } = log
      const news = {
        ...{ commands: commands.slice(taken.commands), events: events.slice(taken.events) },
        ...{ hits: hits.slice(taken.hits), fills: fills.slice(taken.fills) },
        commandsLeftOut: commandsLeftOut - taken.commandsLeftOut,
        eventsLeftOut: eventsLeftOut - taken.eventsLeftOut,
        fillsLeftOut: fillsLeftOut - taken.fillsLeftOut,
      }
      taken = {
        ...{ commands: commands.length, events: events.length, hits: hits.length, fills: fills.length },
        ...{ commandsLeftOut, eventsLeftOut, fillsLeftOut },
      }
      return news
    },
    whole: () => log,
  }
}

/** A log that grows. */
export interface GrowingLog extends RunLog {
  readonly commands: RunCommand[]
  readonly events: EventTrace[]
  readonly hits: FaultHit[]
  readonly fills: RecordedFill[]
  commandsLeftOut: number
  eventsLeftOut: number
  fillsLeftOut: number
}

export const emptyLog = (): GrowingLog => ({
  ...{ commands: [], events: [], hits: [], fills: [], commandsLeftOut: 0, eventsLeftOut: 0, fillsLeftOut: 0 },
})

export function growLog(log: GrowingLog, news: RunLog): void {
  for (const command of news.commands) log.commands.push(command)
  for (const event of news.events) log.events.push(event)
  for (const hit of news.hits) log.hits.push(hit)
  for (const fill of news.fills) log.fills.push(fill)
  log.commandsLeftOut += news.commandsLeftOut
  log.eventsLeftOut += news.eventsLeftOut
  log.fillsLeftOut += news.fillsLeftOut
}

export const isEmptyLog = (log: RunLog): boolean =>
  log.commands.length + log.events.length + log.hits.length + log.fills.length === 0 &&
  log.commandsLeftOut + log.eventsLeftOut + log.fillsLeftOut === 0
