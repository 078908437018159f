/** A stranger's first run: nothing is configured, and nothing else runs. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ATS, watchProcess, type Ended } from './support/stack.js'

let home: string
beforeAll(() => (home = mkdtempSync(join(tmpdir(), 'ats-lab-'))))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ats = (words: readonly string[]): Promise<Ended> =>
  watchProcess(process.execPath, [ATS, 'lab', ...words], { PATH: process.env['PATH'] ?? '', HOME: home }).ended
const lab = (words: readonly string[]): Promise<Ended> => ats(['run', '--days', '4', '--json', ...words])

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

test('on a kept tape with faults, its report is made again to the byte, and differs from one without', async () => {
  const [faults, reports] = [join(home, 'faults.json'), join(home, 'reports')]
  writeFileSync(faults, JSON.stringify([{ do: '500_AFTER_COMMIT', when: { path: '/v1/order', nth: 1 } }]))
  const bot = join(home, 'bot.mjs')
  writeFileSync(bot, BOT)
  const onTape = ['--tape', 'gap', '--reports', reports, '--', process.execPath, bot]
  const first = await lab(['--faults', faults, ...onTape])
  expect(first).toMatchObject({ code: 0 })
  expect(reportOf(first).summary.seeds).toBe(1)
  const withFault = join(home, 'with-fault.json')
  renameSync(join(reports, 'seed-1.json'), withFault)
  const again = await ats(['replay', withFault])
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('equal: ') as string })

  expect(await lab(onTape)).toMatchObject({ code: 0 })
  const differs = await ats(['diff', withFault, join(reports, 'seed-1.json'), '--json'])
  expect(differs).toMatchObject({ code: 1 })
  // The bot that was told 500 has asked again, under another name.
  expect(JSON.parse(differs.out)).toMatchObject({ equal: false, recipe: { field: 'request.faults' }, event: {} })
  expect(await ats(['diff', withFault, withFault])).toMatchObject({ code: 0, out: 'equal\n' })
  expect(await ats(['replay', bot])).toMatchObject({ code: 2 })
}, 600_000)

/** Places one order, and a second one where it was not told what became of the first. */
const BOT = `
  const { ATS_URL: url, ATS_API_KEY: key, ATS_API_SECRET: secret, ATS_ACCOUNT: account } = process.env
  const headers = { 'x-api-key': key, 'x-api-secret': secret, 'content-type': 'application/json' }
  const order = { account_id: account, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }
  const place = (name) =>
    fetch(url + '/v1/order', { method: 'POST', headers, body: JSON.stringify({ ...order, client_id: name }) })
  if ((await place('one')).status !== 200) await place('two')
`
