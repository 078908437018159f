import { draw, runs } from './draw.js'

const ROWS = Array.from({ length: 100 }, (_, row) => row)
const NAMES = ['SUITE', 'FAST_CHECK_SEED'] as const
const before = NAMES.map((name) => [name, process.env[name]] as const)

function drawThird(suite: string | undefined, seed: string): readonly number[] {
  if (suite === undefined) delete process.env['SUITE']
  else process.env['SUITE'] = suite
  process.env['FAST_CHECK_SEED'] = seed
  return draw(ROWS, 3, String)
}
afterEach(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

test('a share is drawn by the seed, in the order of the table', () => {
  const drawn = drawThird(undefined, '1')
  expect(drawn).toHaveLength(34)
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
  expect(drawThird(undefined, '1')).toEqual(drawn)
  expect(drawThird(undefined, '2')).not.toEqual(drawn)
})

test('every row is drawn by some seed', () => {
  const drawn = new Set(Array.from({ length: 40 }, (_, seed) => drawThird(undefined, String(seed))).flat())
  expect(drawn.size).toBe(ROWS.length)
})

test('a table of one row keeps it; the whole suite has every row, and tries properties in full', () => {
  drawThird(undefined, '1')
  expect(draw(['only'], 40, String)).toEqual(['only'])
  expect([runs(80), runs(80, 20)]).toEqual([10, 4])
  expect(drawThird('whole', '1')).toEqual(ROWS)
  expect(runs(80)).toBe(80)
})
