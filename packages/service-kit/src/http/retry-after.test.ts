import { parseRetryAfter } from './retry-after.js'

test.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['120', 120_000],
  ['Tue, 14 Nov 2023 22:14:20 GMT', 60_000],
  ['Tue, 14 Nov 2023 22:10:00 GMT', 0],
])('Retry-After: %s', (header, ms) => {
  expect(parseRetryAfter(header, Date.parse('2023-11-14T22:13:20Z'))).toBe(ms)
})
