import { createMetrics } from '@ats/service-kit/process'
import type { LabRun } from '../../lab/run/lab-run.js'
import { countRunsIn } from './count-runs.js'

const runOf = (ticks: number | null, endedReason: LabRun['endedReason'] = null) =>
  ({ endedReason, report: ticks === null ? null : { ticks } }) as LabRun

test('runs are counted while they are under way and by why they ended, and their ticks in both', async () => {
  const metrics = createMetrics({ service: 'lab' })
  const counts = countRunsIn(metrics)
  counts.watch({ underWay: () => [runOf(7), runOf(null)] })
  counts.onEnded(runOf(100, 'DELETED'))
  counts.onEnded(runOf(10, 'MEMORY'))
  counts.onEnded(runOf(null, 'FAILED'))
  const figures = await metrics.registry.getMetricsAsJSON()
  const valuesOf = (name: string) => figures.find((one) => one.name === name)?.values ?? []
  expect(valuesOf('lab_runs_under_way').map(({ value }) => value)).toEqual([2])
  expect(valuesOf('lab_ticks_played').map(({ value }) => value)).toEqual([117])
  const ended = valuesOf('lab_runs_ended_total').map(({ labels, value }) => [labels['reason'], value])
  expect(Object.fromEntries(ended)).toMatchObject({ DELETED: 1, MEMORY: 1, FAILED: 1, AGE: 0, DIED: 0 })
})
