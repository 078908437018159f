import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { Client, Pool } from 'pg'
import { boundQueries, readInTurns, saysUnreachable } from './pg.js'

type Done = (error: Error | null, result?: unknown) => void

/** A client that is connected to nothing and answers each query with what it was given. */
class EchoClient extends EventEmitter {
  readonly connection = { stream: new PassThrough({ highWaterMark: 2 ** 24 }) }
  connect(done: Done): void {
    done(null)
  }
  query(config: unknown, values: unknown, done?: unknown): unknown {
    const result = { rows: [{ config, values, isCallback: typeof done === 'function' }] }
    if (typeof done !== 'function') return Promise.resolve(result)
    ;(done as Done)(null, result)
    return undefined
  }
  end(done: Done): void {
    done(null)
  }
}

function openPool(): Pool {
  const pool = new Pool({ Client: EchoClient as unknown as typeof Client })
  boundQueries(pool, 60_000)
  return pool
}

test('a query of the pool reaches the wrapped query of its client, with a callback and no time limit of pg', async () => {
  const { rows } = await openPool().query({ text: 'select $1', query_timeout: 50 } as never, [1])
  expect(rows).toEqual([{ config: { text: 'select $1', query_timeout: undefined }, values: [1], isCallback: true }])
})

test('a query of a client gets a promise that pg did not make', async () => {
  const client = await openPool().connect()
  const { rows } = await client.query('select 1')
  client.release()
  expect(rows).toEqual([{ config: 'select 1', values: undefined, isCallback: true }])
})

test('pg itself takes a callback: then it returns nothing', () => {
  const client = new Client()
  expect(client.query('select 1', [], () => undefined)).toBeUndefined()
})

test('pg itself assigns to `callback` of a query: what is avoided', () => {
  expect(readFileSync(require.resolve('pg/lib/client.js'), 'utf8')).toContain('query.callback = ')
})

describe('what comes over a connection', () => {
  /** The bytes that pg is given in each turn, of pieces that have all come. */
  async function bytesOfTurns(pieces: readonly number[]): Promise<readonly number[]> {
    const pool = new Pool({ Client: EchoClient as unknown as typeof Client })
    readInTurns(pool)
    const client = await pool.connect()
    const { stream } = (client as unknown as EchoClient).connection
    const turns = [0]
    stream.on('data', ({ length }: Buffer) => (turns[turns.length - 1]! += length))
    for (const length of pieces) stream.write(Buffer.alloc(length))
    const total = pieces.reduce((sum, length) => sum + length, 0)
    while (turns.reduce((sum, bytes) => sum + bytes, 0) < total) {
      await new Promise(setImmediate)
      turns.push(0)
    }
    return turns.filter((bytes) => bytes > 0)
  }

  test.each([65_536, 16_384])('is made rows of a part in each turn, in pieces of %d bytes', async (bytes) => {
    const turns = await bytesOfTurns(Array<number>(2 ** 20 / bytes).fill(bytes))
    expect(Math.max(...turns)).toBeLessThanOrEqual(2 * 65_536)
  })

  test('goes on without a pause where it is short', async () => {
    expect(await bytesOfTurns(Array<number>(100).fill(1_000))).toEqual([100_000])
  })
})

test.each([
  ['pg/lib/client.js', 'Connection terminated unexpectedly'],
  ['pg/lib/client.js', 'Query read timeout'],
  ['pg/lib/client.js', 'Client has encountered a connection error and is not queryable'],
  ['pg-pool', 'timeout exceeded when trying to connect'],
  ['pg-pool', 'Connection terminated due to connection timeout'],
  ['pg-pool', 'Cannot use a pool after calling end on the pool'],
])('%s still says "%s", which means that Postgres cannot be reached', (file, message) => {
  expect(readFileSync(require.resolve(file), 'utf8')).toContain(message)
  expect(saysUnreachable(message)).toBe(true)
})

test('what Postgres itself refuses is something else', () => {
  expect(saysUnreachable('syntax error at or near "from"')).toBe(false)
})
