import type { Micros } from '../../core/values/time.js'
import type { ClockMode, TapeRecipe } from './recipe.js'
import type { RunReport } from './run-messages.js'

export const RUN_STATUSES = ['STARTING', 'ADVANCING', 'READY', 'ENDED'] as const
export type LabRunStatus = (typeof RUN_STATUSES)[number]

/**
 * DELETED: by its owner; AGE, MEMORY: it has had what a run may have; UNRESPONSIVE: it has said nothing for too long;
 * DIED: its process has ended by itself; FAILED: it could not begin; STOPPED: the laboratory was stopped.
 */
export const END_REASONS = ['DELETED', 'AGE', 'MEMORY', 'UNRESPONSIVE', 'DIED', 'FAILED', 'STOPPED'] as const
export type EndReason = (typeof END_REASONS)[number]

/** A run as its owner sees it. Moments but the first two are by its own clock. */
export interface LabRun {
  readonly id: string
  readonly userId: string
  readonly name: string | null
  readonly campaignId: string | null
  readonly createdAt: Micros
  readonly expiresAt: Micros
  /** That of the first phase of a program. */
  readonly planId: string
  readonly planVersion: number
  /** Null of an account by itself. */
  readonly program: { readonly id: string; readonly version: number } | null
  readonly pace: ClockMode
  readonly seed: number
  readonly webhookUrl: string | null
  readonly tape: TapeRecipe['model']
  /** Null before it has begun. */
  readonly begun: {
    readonly accountId: string
    readonly challengeId: string | null
    readonly tapeId: string
    readonly startsAt: Micros
    readonly endsAt: Micros
  } | null
  readonly status: LabRunStatus
  readonly endedReason: EndReason | null
  /** As of its last sign of life; null before the first. */
  readonly report: RunReport | null
}
