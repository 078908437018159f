/** A wallet response from before a revocation is of no use after it, at whichever point the request was paused. */
import { Agent } from 'node:http'
import { describeWithRedis } from '@ats/test-kit'
import { startAuthenticationStack, type AuthenticationStack, type IssuedKey } from './support/authentication-stack.js'
import { createPausingProxy, type PausingProxy, type PausePoint } from './support/pausing-proxy.js'
import { send, type Answer } from './support/send.js'

const REVOCATIONS = process.env['SUITE'] === 'whole' ? 1_000 : 60
const AT_A_TIME = 10

describeWithRedis('a request that was stopped while its key was revoked', (redisUrl) => {
  let proxy: PausingProxy
  let stack: AuthenticationStack

  beforeAll(async () => {
    proxy = createPausingProxy()
    stack = await startAuthenticationStack({
      redis: { engineUrl: redisUrl, walletUrl: redisUrl },
      inFront: proxy.inFront,
    })
  })
  afterAll(async () => {
    await stack.close()
    await proxy.close()
  })

  /** A request with a fresh key that has been stopped, and a function that resumes it. */
  async function stopRequest(
    at: PausePoint,
  ): Promise<{ key: IssuedKey; stopped: Promise<Answer>; resume: () => void }> {
    for (;;) {
      const key = await stack.issue()
      const paused = proxy.pauseNext(key.headers['x-api-key'], at)
      const stopped = stack.ask(key)
      const resume = await Promise.race([paused, stopped.then(() => null)])
      if (resume !== null) return { key, stopped, resume }
      // A busy machine: the engine gave up before its request got here, so nothing was stopped.
    }
  }

  /** The status of the request that was stopped, and of the next one. */
  async function revokeWhilePaused(at: PausePoint): Promise<readonly [number, number]> {
    const { key, stopped, resume } = await stopRequest(at)
    await stack.revoke(key)
    resume()
    const { status } = await stopped
    return [status, (await stack.ask(key)).status]
  }

  it.each<[string, PausePoint]>([
    ['after it took its lease', 'request'],
    ['after the wallet had answered', 'response'],
  ])(`%s: it and the next request are refused, ${REVOCATIONS} times`, async (_when, at) => {
    const outcomes: (readonly [number, number])[] = []
    while (outcomes.length < REVOCATIONS) {
      outcomes.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, () => revokeWhilePaused(at)))))
    }
    expect(outcomes.filter(([, next]) => next === 401)).toHaveLength(REVOCATIONS)
    // 500 where a busy machine took longer to revoke than the engine waits for the wallet.
    expect(outcomes.filter(([stopped]) => stopped !== 401 && stopped !== 500)).toEqual([])
  })

  it('is refused also where others have stored the key in the meantime', async () => {
    const { key, stopped, resume } = await stopRequest('response')
    expect((await stack.ask(key)).status).toBe(200) // asks by itself: the lease is another's
    await stack.revoke(key)
    expect((await stack.ask(key)).status).toBe(401)
    resume()
    expect((await stopped).status).not.toBe(200)
    expect((await stack.ask(key)).status).toBe(401)
  })

  it('a connection that was open before is no way in after', async () => {
    const key = await stack.issue()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = () => send(`${stack.engines[0]}/v1/key`, { method: 'GET', headers: key.headers, agent })
    for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(200)
    await stack.revoke(key)
    expect((await ask()).status).toBe(401)
    agent.destroy()
  })

  it('a key is stored once for each time it was not there, however many ask', async () => {
    const key: IssuedKey = await stack.issue()
    const before = await counts()
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await stack.ask(key)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    const after = await counts()
    expect(after.stored - before.stored).toBeLessThanOrEqual(after.leased - before.leased)
    expect(after.stored - before.stored).toBeLessThanOrEqual(1)
  })

  const counts = async () => ({
    stored: await stack.counted('key_cache_fills_total{result="stored"}'),
    leased: await stack.counted('key_cache_lookups_total{result="leased"}'),
  })
})
