import { readArguments } from './arguments.js'

const KNOWN = ['one', 'two']

test('a tenth with a seed of its own, unless said otherwise', () => {
  const { seed, ...rest } = readArguments([], KNOWN)
  expect(rest).toEqual({ isFull: false, withMutants: false, discards: false, isReplicated: false, only: [] })
  expect(seed).toBeGreaterThanOrEqual(0)
  expect(readArguments(['--full', '--seed', '7', '--only', 'one,two', '--replicas'], KNOWN)).toEqual({
    isFull: true,
    withMutants: true,
    discards: false,
    isReplicated: true,
    seed: 7,
    only: ['one', 'two'],
  })
})

test.each([
  [['--only', 'three'], 'there are the scenarios one, two'],
  [['--seed', 'x'], '--seed x'],
  [['--wrong'], '--wrong'],
])('%j is refused in words', (args, message) => {
  expect(() => readArguments(args, KNOWN)).toThrow(message)
})
