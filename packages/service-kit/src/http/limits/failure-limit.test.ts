import { createFailureLimit } from './failure-limit.js'

const LIMIT = 3
const policyOf = (error: unknown): unknown =>
  (error as { headers?: Record<string, string> }).headers?.['RateLimit-Policy']
const newLimit = (max = LIMIT) => {
  const limit = createFailureLimit({ prefix: '', limit: max, redis: null })
  /** The policy that refused it, or undefined. */
  const fail = (ip: string): Promise<unknown> => limit.consume(ip).then(() => undefined, policyOf)
  return { ...limit, fail }
}
const subnet = (number: number, host = 1): string => `2001:db8:1:${number.toString(16)}::${host}`

it('makes a /48 one group as soon as more than sixteen of its /64s have failed, and no sooner for the failures of few', async () => {
  const { fail, refusal, groupOf } = newLimit(100)
  for (let count = 0; count < 50; count += 1) await fail(subnet(1, count))
  for (let number = 2; number <= 17; number += 1) {
    expect(groupOf(subnet(99))).toBe('2001:db8:1:63::/64')
    await fail(subnet(number))
  }
  expect([groupOf(subnet(99)), refusal(subnet(99))]).toEqual(['2001:db8:1::/48', null])
  expect(groupOf('192.0.2.1')).toBe('192.0.2.1')
})

it('is of all /64s of a /48 together, however few failures each has, and then the /48 is one group', async () => {
  const { fail, refusal, groupOf } = newLimit()
  for (let number = 1; number <= 4 * LIMIT; number += 1) {
    expect(await fail(subnet(number))).toBeUndefined()
  }
  const policy = `"failures-per-site";q=${4 * LIMIT};w=60`
  expect(await fail(subnet(500))).toBe(policy)
  expect(policyOf(refusal(subnet(501)))).toBe(policy)
  expect(groupOf(subnet(501))).toBe('2001:db8:1::/48')
  for (const other of ['2001:db8:2::1', '192.0.2.1']) {
    expect([refusal(other), await fail(other)]).toEqual([null, undefined])
  }
})

it('of a /48 is not spent by one /64, which has its own', async () => {
  const { fail, refusal, groupOf } = newLimit()
  for (let count = 0; count < LIMIT; count += 1) expect(await fail(subnet(1, count))).toBeUndefined()
  for (let count = 0; count < 10 * LIMIT; count += 1)
    expect(await fail(subnet(1, count))).toBe(`"failures-per-ip";q=${LIMIT};w=60`)
  expect([refusal(subnet(2)), await fail(subnet(2))]).toEqual([null, undefined])
  expect(groupOf(subnet(1))).toBe('2001:db8:1:1::/64')
})
