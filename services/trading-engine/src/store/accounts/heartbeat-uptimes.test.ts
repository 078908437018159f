import type { Pool } from 'pg'
import { formatTimestamp } from '../../core/values/time.js'
import { createUptimeRecorder } from './heartbeat-uptimes.js'

/** A recorder on a clock by hand, in milliseconds, and the beginnings that it has recorded. */
function startRecorder() {
  const recorded: unknown[] = []
  const pool = { query: ({ values }: { values: unknown[] }) => Promise.resolve(void recorded.push(values[1])) }
  const clock = { ms: 0 }
  const recorder = createUptimeRecorder(
    pool as unknown as Pool,
    () => clock.ms * 1_000,
    () => clock.ms,
  )
  const at = (ms: number, sign: 'record' | 'extend'): unknown => {
    clock.ms = ms
    return recorder[sign]()
  }
  return { at, recorder, recorded }
}

const momentOf = (ms: number): string => formatTimestamp(ms * 1_000)

test('the time of a process reaches back over the signs from before there was a switch', async () => {
  const { at, recorded } = startRecorder()
  for (const ms of [0, 250, 500]) at(ms, 'extend')
  await at(750, 'record')
  expect(recorded).toEqual([momentOf(0)])
})

test('it begins again after a silence, and after an interruption', async () => {
  const { at, recorder, recorded } = startRecorder()
  at(0, 'extend')
  await at(2_000, 'record')
  recorder.interrupt()
  at(2_250, 'extend')
  await at(2_500, 'record')
  expect(recorded).toEqual([momentOf(2_000), momentOf(2_250)])
})
