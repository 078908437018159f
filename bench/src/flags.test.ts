import { parseFlags, SECTIONS } from './flags.js'

test('no flags: a full run of every section on any server', () => {
  expect(parseFlags([])).toEqual({
    isQuick: false,
    sections: SECTIONS,
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

test.each([
  [['--only', 'places'], /there is no section places; there are place, open/],
  [['--only', ''], /there is no section/],
  [['--server', 'mysql'], /--server: mysql is neither embedded nor system/],
  [['--seconds', '0'], /--seconds: 0 is not a number above 0/],
  [['--seconds', 'x'], /--seconds: x is not a number above 0/],
  [['--fast'], /Unknown option '--fast'/],
  [['place'], /Unexpected argument 'place'/],
])('%j is refused with a reason', (args, message) => {
  expect(() => parseFlags(args)).toThrow(message)
})
