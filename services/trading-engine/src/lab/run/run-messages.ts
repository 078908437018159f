/** The messages between the process of the laboratory and that of a run. */
import type { Micros } from '../../core/values/time.js'
import type { StoppedBy } from './player.js'
import type { RunRecipe } from './recipe.js'
import type { RunLog } from './run-log.js'
import type { TurnAsk } from './own-turn.js'
import type { TurnWord } from './turns.js'

export interface BeginAsk {
  readonly kind: 'begin'
  readonly recipe: RunRecipe
  readonly key: string
  readonly secret: string
  /** The secret that signs webhooks; null: there is no receiver of any. */
  readonly webhookSecret: string | null
  readonly name: string | null
  /** The files of the database to begin with. */
  readonly template: string
}

export const UNTIL = ['NEXT_TICK', 'NEXT_BAR', 'FILL', 'EVENT', 'BREACH', 'END'] as const
export type Until = (typeof UNTIL)[number]

/** One of the first three says where to go. */
export interface AdvanceAsk {
  readonly kind: 'advance'
  readonly to: Micros | null
  readonly byMs: number | null
  readonly until: Until | null
  /** The length of the bar, for NEXT_BAR. */
  readonly interval: Micros
  readonly ticksMax: number
}

/** To make the files that databases begin with, where there are none yet; the answer is their path. */
export interface TemplateAsk {
  readonly kind: 'template'
  readonly migrations: string
  readonly folder: string
}

/** `result`: what has become of its accounts, as JSON; `rest`: to end the run, and wait for another to begin. */
export type RunAsk = BeginAsk | AdvanceAsk | TemplateAsk | { readonly kind: 'report' | 'result' | 'rest' }

export interface RunBegun {
  readonly port: number
  /** The account; of a program that of its first phase. */
  readonly accountId: string
  readonly challengeId: string | null
  readonly tapeId: string
  readonly now: Micros
  readonly endsAt: Micros
}

export type RunStatus = 'ADVANCING' | 'READY'

export interface RunAdvanced {
  readonly now: Micros
  readonly status: RunStatus
  readonly ticks: number
  /** Null: it goes on. */
  readonly stoppedBy: StoppedBy | null
  /** The first of those that came. */
  readonly events: readonly RunEvent[]
  readonly eventsCount: number
}

export interface RunEvent {
  readonly accountId: string
  readonly sequence: number
  readonly type: string
  readonly at: Micros
}

/** Figures of a run so far; what it has of its log goes before it. */
export interface RunReport {
  readonly now: Micros
  readonly status: RunStatus
  readonly ticks: number
  readonly looks: number
  readonly events: number
  readonly eventsHash: string
}

/**
 * An answer to an ask, by its number; or what comes by itself: a sign of life, what has come to its log, and what it
 * says of its turn.
 */
export type RunTold =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string; readonly isBusy: boolean }
  | { readonly kind: 'log'; readonly log: RunLog }
  | { readonly kind: 'turn'; readonly ask: TurnAsk }
  | { readonly kind: 'beat'; readonly rssBytes: number; readonly report: RunReport | null }

export interface RunTask {
  readonly kind: 'task'
  readonly id: number
  readonly ask: RunAsk
}

/** A message to the process of a run. */
export type RunMessage = RunTask | { readonly kind: 'turn'; readonly word: TurnWord }
