import { readArguments, usageOf } from './arguments.js'

const KNOWN = ['one', 'two', 'three', 'four', 'five']

test('a tenth with a seed of its own, unless said otherwise', () => {
  const drawn = readArguments([], KNOWN)
  expect(drawn).toEqual({
    ...{ isFull: false, withMutants: false, discards: false, isReplicated: false },
    ...{ seed: drawn?.seed, scenarios: KNOWN },
  })
  expect(drawn?.seed).toBeGreaterThanOrEqual(0)
  expect(readArguments(['--full', '--seed', '7', '--only', 'one,two', '--replicas'], KNOWN)).toEqual({
    isFull: true,
    withMutants: true,
    discards: false,
    isReplicated: true,
    seed: 7,
    scenarios: ['one', 'two'],
  })
})

test('each share has other scenarios, and all of them have all', () => {
  const scenariosOf = (...args: readonly string[]) => readArguments(args, KNOWN)?.scenarios
  const shares = ['1/3', '2/3', '3/3'].map((share) => scenariosOf('--shard', share))
  expect(shares).toEqual([['one', 'four'], ['two', 'five'], ['three']])
  expect(scenariosOf('--shard', '2/2', '--only', 'two,three')).toEqual(['two'])
  expect(scenariosOf('--mutants')).toEqual([])
  expect(scenariosOf('--mutants', '--shard', '3/3')).toEqual(['three'])
})

test('help is asked for, and names the scenarios', () => {
  expect(readArguments(['--help'], KNOWN)).toBeNull()
  expect(usageOf(KNOWN)).toContain('Scenarios: one, two')
})

test.each([
  [['--only', 'six'], 'there are the scenarios one, two, three, four, five'],
  [['--shard', '4/3'], '--shard 4/3: should be a share and their number'],
  [['--shard', '0/3'], '--shard 0/3'],
  [['--shard', 'a'], '--shard a'],
  [['--seed', 'x'], '--seed x'],
  [['--wrong'], '--wrong'],
])('%j is refused in words', (args, message) => {
  expect(() => readArguments(args, KNOWN)).toThrow(message)
})
