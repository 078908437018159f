import type { LabRunState } from '@ats/sdk/types'
import { text } from '../../text/en/lab/lab.js'

type Named = Pick<LabRunState, 'run_id' | 'name'>
type Placed = Pick<LabRunState, 'starts_at' | 'ends_at' | 'now'>

export const nameOf = ({ run_id: id, name }: Named): string => name ?? text.unnamed(id.slice(0, 8))

export const planOf = (
  run: Pick<LabRunState, 'plan_id' | 'plan_version' | 'program_id' | 'program_version'>,
): string =>
  run.program_id === null
    ? text.version(run.plan_id, run.plan_version)
    : text.version(run.program_id, run.program_version ?? 1)

/** The hash of a tape as far as it tells it from others. */
export const tapeOf = ({ tape_id: id }: Pick<LabRunState, 'tape_id'>): string => id?.slice(0, 12) ?? text.noTape

/** The part of the tape that is behind its clock, in percent. */
export function playedPercent({ starts_at: from, ends_at: to, now }: Placed): number {
  if (from === null || to === null || now === null) return 0
  const [start, end, at] = [Date.parse(from), Date.parse(to), Date.parse(now)]
  if (end <= start) return 100
  return Math.floor(Math.min(1, Math.max(0, (at - start) / (end - start))) * 100)
}

export const statusOf = ({ status, ended_reason: reason }: Pick<LabRunState, 'status' | 'ended_reason'>): string =>
  reason === null ? text.statuses[status] : text.reasons[reason]
