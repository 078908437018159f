import { nameIssues, sourceIssues } from './shown-issues.js'

const NOON = Date.parse('2026-11-30T12:00:00Z') * 1_000

test.each(['Swing 50k', '日本 1', 'x'.repeat(128)])('%p is the name of a plan', (name) =>
  expect(nameIssues(name, ['name'])).toEqual([]),
)

test.each(['\u202eabc', 'Swing\u200b 50k', ' Swing', '\u3164'])('%p is none: not all of it is seen', (name) =>
  expect(nameIssues(name, ['name'])).toMatchObject([{ path: ['name'], code: 'string.pattern.base' }]),
)

test.each([
  [undefined, 0],
  ['2020-02-29', 0],
  ['2026-11-30', 0],
  // Where the clocks are fourteen hours ahead it is tomorrow.
  ['2026-12-01', 0],
  ['2026-12-02', 1],
  ['9999-12-31', 1],
])('rules compared on %s at noon of 30 November: %d problems', (verifiedOn, count) =>
  expect(sourceIssues(verifiedOn === undefined ? undefined : { url: null, verifiedOn }, NOON)).toHaveLength(count),
)
