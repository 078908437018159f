import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SectionName } from '../flags.js'
import { scaleOf } from '../scale.js'
import { EXAMPLE_RESULTS } from './example-results.js'
import { joinRuns, readLastRun } from './last-run.js'
import type { Results } from './results.js'

const run = (day: number, names: readonly SectionName[]): Results => ({
  ...EXAMPLE_RESULTS,
  startedAt: `2026-01-0${day}T00:00:00.000Z`,
  minutes: day,
  sections: names.map((name) => ({
    name,
    title: name,
    measuredAt: `2026-01-0${day}T00:00:00.000Z`,
    cells: [],
    ratios: [],
    notes: [],
  })),
})

test('a run that goes on keeps the sections it does not measure, replaces the others, and has them in their order', () => {
  const joined = joinRuns(run(1, ['place', 'reads', 'disk']), run(2, ['reads', 'pgbench']))
  expect(joined).toMatchObject({ startedAt: '2026-01-01T00:00:00.000Z', minutes: 3 })
  expect(joined.sections.map(({ name, measuredAt }) => [name, measuredAt.slice(0, 10)])).toEqual([
    ['place', '2026-01-01'],
    ['reads', '2026-01-02'],
    ['pgbench', '2026-01-02'],
    ['disk', '2026-01-01'],
  ])
})

test.each<[string, Partial<Results>]>([
  ['machine', { machine: { ...EXAMPLE_RESULTS.machine, node: 'v24' } }],
  ['scale', { scale: scaleOf({ isQuick: false, cellSeconds: 2 }) }],
  ['isQuick', { isQuick: true }],
])('runs that differ in %s are not joined', (part, difference) => {
  expect(() => joinRuns(run(1, ['place']), { ...run(2, []), ...difference })).toThrow(`--add: ${part} of the last run`)
})

test('a last run is read as it was written, and a folder without one says what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    expect(() => readLastRun(folder)).toThrow(/no results of a last run .*run without --add first/)
    writeFileSync(join(folder, 'latest.json'), JSON.stringify(run(1, ['place'])))
    const again = joinRuns(readLastRun(folder), run(2, []))
    expect(again.sections).toEqual(run(1, ['place']).sections)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
