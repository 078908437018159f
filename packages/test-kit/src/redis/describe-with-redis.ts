/** A `describe` for tests that need Redis: skipped, with the reason in its name, on a machine without redis-server. */
export function describeWithRedis(name: string, define: (redisUrl: string) => void): void {
  const redisUrl = process.env['REDIS_TEST_URL']
  if (redisUrl === undefined)
    describe.skip(`${name} (skipped: no redis-server on the PATH)`, () => test('needs Redis', () => undefined))
  else describe(name, () => define(redisUrl))
}
