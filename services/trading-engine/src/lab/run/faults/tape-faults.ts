/** A tape on which prices go stale, or markets are halted, for as long as the faults of a run say. */
import { TICK_MICROS } from '../../../core/values/tick.js'
import { editTape, isWithin } from '../../library/edit-tape.js'
import { IS_PAUSED, IS_STALE, type Tape } from '../../tapes/tape.js'
import type { Fault } from './fault.js'

const TICK_MS = TICK_MICROS / 1_000

export function withTapeFaults(tape: Tape, faults: readonly Fault[]): Tape {
  return faults.reduce((before, fault) => {
    const flag = fault.do === 'STALE_FEED' ? IS_STALE : fault.do === 'HALT' ? IS_PAUSED : 0
    return flag === 0 ? before : flagged(before, fault, flag)
  }, tape)
}

function flagged(tape: Tape, { symbol, when, forMs }: Fault, flag: number): Tape {
  const first = Math.floor((when.afterMs ?? 0) / TICK_MS)
  const span = [first, first + Math.max(1, Math.ceil(forMs / TICK_MS))] as const
  const symbols = new Set(tape.series.map((series) => series.symbol))
  return [...symbols]
    .filter((one) => symbol === null || one === symbol)
    .reduce(
      (before, one) =>
        editTape(before, one, span, (row) => (isWithin(row, span) ? { ...row, flags: row.flags | flag } : row)),
      tape,
    )
}
