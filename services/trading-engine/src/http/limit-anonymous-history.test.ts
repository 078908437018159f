import { limitAnonymousHistory } from './limit-anonymous-history.js'

const NEVER = new Promise<string>(() => undefined)
const from = (n: number) => ({ principal: { userId: null, keyId: null }, ip: `198.51.100.${n}` })
const keyed = { principal: { userId: 'u', keyId: 'k' }, ip: '198.51.100.1' }
const REFUSED = { code: 'rate_limited', headers: { 'Retry-After': '1', RateLimit: '"history-without-key";r=0;t=1' } }

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('forty addresses without a key read four at a time, and are refused in time; a key reads on', async () => {
  const limit = limitAnonymousHistory()
  let begun = 0
  const reads = Array.from({ length: 120 }, (_, n) =>
    limit(from(n % 40), () => {
      begun += 1
      return NEVER
    }),
  )
  const ends = Promise.allSettled(reads)
  await jest.advanceTimersByTimeAsync(0)
  expect(begun).toBe(4)
  expect(await limit(keyed, () => Promise.resolve('candles'))).toBe('candles')
  await jest.advanceTimersByTimeAsync(2_000)
  for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: REFUSED })
  expect(await limit(from(1), () => Promise.resolve('candles'))).toBe('candles')
})

test('one address has half of it at most, so that another reads', async () => {
  const limit = limitAnonymousHistory()
  const many = Promise.allSettled(Array.from({ length: 20 }, () => limit(from(1), () => NEVER)))
  expect(await limit(from(2), () => Promise.resolve('candles'))).toBe('candles')
  await expect(limit(from(1), () => Promise.resolve('candles'))).rejects.toMatchObject(REFUSED)
  await jest.advanceTimersByTimeAsync(2_000)
  await many
})
