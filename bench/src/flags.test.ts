import { KINDS, parseFlags, SECTIONS } from './flags.js'

test('no flags: a full run of every section on any server', () => {
  expect(parseFlags([])).toEqual({
    against: undefined,
    isQuick: false,
    sections: SECTIONS,
    addsToLast: false,
    outDir: undefined,
    server: 'any',
    writesResults: false,
    cellSeconds: undefined,
    isProfiled: false,
  })
})

test('sections run in their own order, whatever order they are named in', () => {
  expect(parseFlags(['--only', 'pgbench, place']).sections).toEqual(['place', 'pgbench'])
  expect(parseFlags(['--only', 'place', '--gate']).sections).toEqual(['place', 'gate'])
})

test('a run that adds to the last one measures what that has not, or what is named', () => {
  expect(parseFlags(['--add'])).toMatchObject({ addsToLast: true, sections: 'missing' })
  expect(parseFlags(['--add', '--only', 'reads'])).toMatchObject({ addsToLast: true, sections: ['reads'] })
})

test('against a revision: no sections, all kinds of cells, 40 pairs', () => {
  expect(parseFlags(['--against', '8fc5c76'])).toMatchObject({
    against: { revision: '8fc5c76', kinds: KINDS, pairs: 40 },
    sections: [],
  })
  expect(parseFlags(['--against', 'main~2', '--only', 'price,orders', '--pairs', '12']).against).toEqual({
    revision: 'main~2',
    kinds: ['orders', 'price'],
    pairs: 12,
  })
})

test.each([
  [['--only', 'places'], /there is no section places; there are place, open/],
  [['--only', ''], /there is no section/],
  [['--server', 'mysql'], /--server: mysql is neither embedded nor system/],
  [['--seconds', '0'], /--seconds: 0 is not a number above 0/],
  [['--seconds', 'x'], /--seconds: x is not a number above 0/],
  [['--fast'], /Unknown option '--fast'/],
  [['--pairs', '3'], /--pairs is of --against/],
  [['--against', 'main', '--pairs', '0'], /--pairs: 0 is not a number above 0/],
  [['--against', 'main', '--pairs', '2.5'], /--pairs: 2.5 is not a whole number/],
  [['--against', 'main', '--only', 'place'], /there is no kind place; there are orders, price/],
  [['--against', 'main', '--write-results'], /--against runs no sections/],
  [['--against', 'main', '--add'], /--against runs no sections/],
  [['--against', ''], /"" is not a revision/],
  [['--against=--all'], /"--all" is not a revision/],
  [['place'], /Unexpected argument 'place'/],
])('%j is refused with a reason', (args, message) => {
  expect(() => parseFlags(args)).toThrow(message)
})
