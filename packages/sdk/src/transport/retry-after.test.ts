import { retryAfterMs } from './retry-after.js'

const NOW = 1_000_000

describe('Retry-After', () => {
  it.each([
    ['3', 3_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:20:00 GMT', 200_000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j asks to wait %s ms', (header, ms) => expect(retryAfterMs(header, NOW)).toBe(ms))
})
