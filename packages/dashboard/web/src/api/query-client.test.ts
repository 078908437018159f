import { ApiError, retryTime } from './api-error.js'
import { createLoginRedirect, isRepeated, retryDelay } from './query-client.js'

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

describe('Retry-After', () => {
  it.each([
    ['3', NOW + 3_000],
    ['0', NOW],
    ['Thu, 01 Jan 1970 00:20:00 GMT', 1_200_000],
    ['soon', null],
    [null, null],
  ])('%s', (header, at) => expect(retryTime(header, NOW)).toBe(at))
})

describe('the way to the login', () => {
  it('is taken once, and keeps the way back', () => {
    const went: string[] = []
    const leave = createLoginRedirect({
      pathname: '/accounts/1',
      search: '?tab=orders&x=1',
      assign: (url: string | URL) => void went.push(String(url)),
    })
    leave()
    leave()
    expect(went).toEqual(['/login?return_to=%2Faccounts%2F1%3Ftab%3Dorders%26x%3D1'])
  })
})
