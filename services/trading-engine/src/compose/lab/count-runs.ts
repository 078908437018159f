/** Counts the runs of a process of the laboratory, and what they play. */
import type { Metrics } from '@ats/service-kit/process'
import { END_REASONS, type LabRun } from '../../lab/run/lab-run.js'
import type { KeptRuns } from './lab-runs.js'

export interface RunCounts {
  readonly onEnded: (run: LabRun) => void
  readonly watch: (runs: Pick<KeptRuns, 'underWay'>) => void
}

const ticksOf = ({ report }: LabRun): number => report?.ticks ?? 0

export function countRunsIn(metrics: Metrics): RunCounts {
  const countEnded = metrics.counter({
    ...{ name: 'lab_runs_ended_total', help: 'Runs that have ended, by reason.' },
    ...{ label: 'reason', values: END_REASONS },
  })
  let ticksOfEnded = 0
  return {
    onEnded(run) {
      countEnded(run.endedReason ?? 'DIED')
      ticksOfEnded += ticksOf(run)
    },
    watch({ underWay }) {
      metrics.figure('lab_runs_under_way', 'Runs that are under way.', () => underWay().length)
      metrics.figure('lab_ticks_played', 'Ticks that runs have played since the process began.', () =>
        underWay().reduce((sum, run) => sum + ticksOf(run), ticksOfEnded),
      )
    },
  }
}
