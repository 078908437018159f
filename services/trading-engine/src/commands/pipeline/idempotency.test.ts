/** Twins in one process, without a database that could decide between them. */
import type { Pool } from 'pg'
import { createIdempotency, type Attempt } from './idempotency.js'

function setUp() {
  const seen = { lookups: 0 }
  const query = () => {
    seen.lookups += 1
    return Promise.resolve({ rows: [] })
  }
  const idempotency = createIdempotency({ query } as unknown as Pool, 10_000)
  const attempt: Attempt = { userId: 'u', clientId: 'c', fingerprint: Buffer.alloc(0) }
  return { seen, idempotency, attempt }
}

const answer = (text: string) => ({ status: 200, text, isReplay: false })

test('a twin whose caller has left is neither looked up nor run; those whose callers wait go on', async () => {
  const { seen, idempotency, attempt } = setUp()
  let fail = (): void => undefined
  const first = idempotency.once(attempt, () => new Promise((_, reject) => (fail = () => reject(new Error('lost')))))
  const runs: string[] = []
  const twin = (name: string, isAbandoned: () => boolean) =>
    idempotency.once({ ...attempt, isAbandoned }, () => {
      runs.push(name)
      return Promise.resolve(answer(name))
    })
  const [left, stayed] = [twin('left', () => true), twin('stayed', () => false)]
  fail()
  await expect(first).rejects.toThrow('lost')
  await expect(left).rejects.toThrow('no longer waits')
  expect((await stayed).text).toBe('stayed')
  expect([runs, seen.lookups]).toEqual([['stayed'], 1])
})
