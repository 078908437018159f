import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flagsOf, newRunOf, readFaults, seedCount, type RunOptions } from './new-run.js'

const options = (part: Partial<RunOptions> = {}): RunOptions => ({
  ...{ model: 'GBM', symbols: ['BTC-USD'], from: '2026-03-02', days: 2, step: 60_000, ...part },
})
const SPAN = { from: '2026-03-02', to: '2026-03-04' }

test('each seed is a tape of its own, of the model', () => {
  const run = newRunOf(options({ volatility: 0.03 }), [])
  expect(run(7)).toEqual({
    ...{ plan_id: 'two-step-100k', seed: 7, name: 'seed 7' },
    tape: { model: 'GBM', seed: 7, symbols: ['BTC-USD'], step_ms: 60_000, ...SPAN, volatility: 0.03 },
  })
  expect(seedCount(options())).toBe(100)
})

test('a kept tape is one run unless its days are drawn again; a program takes the place of the plan', () => {
  const kept = options({ tape: 'gap', program: 'two-step' })
  expect(newRunOf(kept, [])(1)).toEqual({ program_id: 'two-step', seed: 1, name: 'seed 1', tape: { id: 'gap' } })
  const drawn = { ...kept, resample: true as const }
  expect(newRunOf(drawn, [])(3).tape).toEqual({ model: 'BOOTSTRAP', source: 'gap', seed: 3, ...SPAN })
  expect([seedCount(kept), seedCount(drawn), seedCount({ ...kept, seeds: 4 })]).toEqual([1, 100, 4])
})

test('the state of an account takes the place of the plan', () => {
  const copied = options({ tape: 'gap', copyOf: 'a-1' })
  expect(newRunOf(copied, [])(1)).toEqual({
    ...{ start: { copy_of: 'a-1' }, seed: 1, name: 'seed 1', tape: { id: 'gap' } },
  })
  expect(flagsOf(copied)).toEqual(['--copy-of a-1', '--tape gap'])
})

test('what is asked again is what was asked', () => {
  expect(flagsOf(options({ tape: 'gap' }))).toEqual(['--plan two-step-100k', '--tape gap'])
  expect(flagsOf(options({ program: 'two', tape: 'gap', resample: true }))).toEqual([
    '--program two',
    '--tape gap',
    '--from 2026-03-02',
    '--days 2',
    '--resample',
  ])
  expect(flagsOf(options({ drift: 0.01 })).join(' ')).toBe(
    '--plan two-step-100k --model GBM --symbols BTC-USD --from 2026-03-02 --days 2 --step 60000ms --drift 0.01',
  )
})

test('faults come from a file that is a list of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ats-faults-'))
  const file = (text: string): string => {
    writeFileSync(join(folder, 'faults.json'), text)
    return join(folder, 'faults.json')
  }
  try {
    const faults = [{ do: '429', when: { nth: 3 } }]
    expect(newRunOf(options(), readFaults(file(JSON.stringify(faults))))(1).faults).toEqual(faults)
    expect(() => readFaults(file('{"do": "429"}'))).toThrow('must be a list of faults')
    expect(() => readFaults(file('['))).toThrow('JSON')
    expect(() => readFaults(join(folder, 'none.json'))).toThrow('ENOENT')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each<[string, Partial<RunOptions>]>([
  ['days of no tape', { resample: true }],
  ['no date', { from: 'soon' }],
])('%s cannot be played', (_what, part) => {
  expect(() => newRunOf(options(part), [])).toThrow()
})
