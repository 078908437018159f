import { join } from 'node:path'
import { findFreePort, findRedisServer, openWorkspace, startRedis } from '@ats/local-stack'
import { Redis } from 'ioredis'

/** A Redis that belongs to one test, to be treated badly. */
export interface OwnRedis {
  readonly url: string
  readonly port: number
  /** A connection for the test itself, ended by `disconnect()`: its commands wait until Redis answers. */
  connect(): Redis
  /** It keeps its connections and accepts new ones, and answers nothing until `resume`. */
  pause(): void
  resume(): void
  /** Kills it; resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again, killed or not, empty and on the same port; resolves when it answers. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Throws where no redis-server is on the PATH: use it inside `describeWithRedis`. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const program = findRedisServer(process.env['PATH'] ?? '')
  if (program === undefined) throw new Error('there is no redis-server on the PATH')
  const { guardian, directory } = await openWorkspace('own-redis-')
  const port = await findFreePort()
  let starts = 0
  const start = async () => {
    const options = { name: `own Redis ${++starts}`, port, password: '' }
    return (await startRedis(guardian, program, join(directory, 'redis.log'), options)).child
  }
  let server = await start().catch(async (error: unknown) => {
    await guardian.stop()
    throw error
  })
  const signal = (name: NodeJS.Signals) => void process.kill(server.process.pid, name)
  const kill = async () => {
    signal('SIGKILL')
    await server.exited
  }
  let isKilled = false
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    connect: () => connectPatiently(port),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async kill() {
      isKilled = true
      await kill()
    },
    async restart() {
      if (!isKilled) await kill()
      server = await start()
      isKilled = false
    },
    async stop() {
      if (!isKilled) await kill() // one that is paused ends in no other way
      await guardian.stop()
    },
  }
}

const RECONNECT_MS = 20

function connectPatiently(port: number): Redis {
  const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => RECONNECT_MS })
  client.on('error', () => undefined) // it connects again
  return client
}
