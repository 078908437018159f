/** A stranger's first run: nothing is configured, and nothing else runs. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ATS, watchProcess, type Ended } from './support/stack.js'

let home: string
beforeAll(() => (home = mkdtempSync(join(tmpdir(), 'ats-lab-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const lab = (words: readonly string[]): Promise<Ended> =>
  watchProcess(process.execPath, [ATS, 'lab', 'run', '--days', '4', '--json', ...words], {
    ...{ PATH: process.env['PATH'] ?? '', HOME: home },
  }).ended

interface Report {
  readonly summary: { readonly seeds: number; readonly passed: object; readonly outcomes: Record<string, number> }
  readonly results: readonly { readonly seed: number; readonly events_hash: string; readonly trades: number }[]
}
const reportOf = ({ out }: Ended): Report => JSON.parse(out) as Report

test('the example bot, with a page beside it; a seed again gives the same events', async () => {
  const page = join(home, 'report.html')
  const first = await lab(['--seeds', '2', '--html', page])
  expect(first).toMatchObject({ code: 0 })
  const { summary, results } = reportOf(first)
  expect(summary).toMatchObject({ seeds: 2, passed: { value: expect.any(Number) as number } })
  expect(results.every(({ trades }) => trades > 0)).toBe(true)
  expect(readFileSync(page, 'utf8')).toContain('<svg')
  expect(reportOf(await lab(['--seed', '2'])).results[0]?.events_hash).toBe(results[1]?.events_hash)
})

test('in CI a bot that passes too rarely, or fails, is an error', async () => {
  const idle = join(home, 'idle.mjs')
  writeFileSync(idle, "process.exit(process.env.ATS_URL.includes('/lab/') ? 0 : 7)")
  const refused = await lab(['--seeds', '1', '--min-pass', '0.5', '--', process.execPath, idle])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('less than 50.0 %') as string })
  expect(reportOf(refused).summary.outcomes['OPEN']).toBe(1)
  const broken = await lab(['--seeds', '1', '--bot', 'echo no luck; exit 3'])
  expect(broken).toMatchObject({ code: 1, error: expect.stringContaining('failed in 1 runs') as string })
  expect(reportOf(broken).results[0]).toMatchObject({ outcome: 'BOT_FAILED', bot: { code: 3, said: 'no luck' } })
})
