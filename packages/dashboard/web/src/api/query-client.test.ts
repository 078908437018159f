import { ApiError } from './api-error.js'
import { isRepeated, retryDelay } from './query-client.js'

const NOW = 1_000_000

describe('reading again', () => {
  it.each([
    ['no response', new ApiError(0, {}), true],
    ['a failed service', new ApiError(500, {}), true],
    ['too many requests, for a moment', new ApiError(429, {}, NOW + 2_000), true],
    ['too many requests, for long', new ApiError(429, {}, NOW + 60_000), false],
    ['too many requests, who knows how long', new ApiError(429, {}), false],
    ['a refusal', new ApiError(404, {}), false],
    ['a mistake of the program', new TypeError('x'), false],
  ])('after %s: %s', (_name, error, repeated) => expect(isRepeated(0, error, NOW)).toBe(repeated))

  it('ends after three times, and waits as long as it was told', () => {
    expect(isRepeated(3, new ApiError(500, {}), NOW)).toBe(false)
    expect(retryDelay(0, new ApiError(500, {}, NOW + 5_000), NOW)).toBe(5_000)
    expect(retryDelay(2, new ApiError(500, {}), NOW)).toBe(4_000)
  })
})
