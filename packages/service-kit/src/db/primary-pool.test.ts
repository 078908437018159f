import type { Pool } from 'pg'
import { createDatabaseHosts } from './database-hosts.js'
import { checkConnections } from './primary-pool.js'

/** A pool of two hosts whose connections fail so; how often each is tried. */
function tried(failure: Error) {
  const hosts = createDatabaseHosts('postgres://a,b/name')
  const urls: string[] = []
  const pool = { connect: () => (urls.push(hosts.current()), Promise.reject(failure)) } as unknown as Pool
  checkConnections(pool, hosts, 1_000)
  return { pool, urls }
}

test.each<[string, Error, readonly string[]]>([
  [
    'each host once where none can be reached',
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    ['postgres://a/name', 'postgres://b/name'],
  ],
  [
    'no other host where all connections are in use, which is no fault of the server',
    new Error('timeout exceeded when trying to connect'),
    ['postgres://a/name'],
  ],
])('tries %s', async (_name, failure, expected) => {
  const { pool, urls } = tried(failure)
  await expect(pool.connect()).rejects.toBe(failure)
  expect(urls).toEqual(expected)
})
