import { mkdtempSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, findRedisServer, startGuardian, type Guardian, type RunningChild } from '@ats/local-stack'

/** A Redis that belongs to one test, to be treated badly. */
export interface OwnRedis {
  readonly url: string
  readonly port: number
  /** It keeps its connections and accepts new ones, and answers nothing until `resume`. */
  pause(): void
  resume(): void
  /** Kills it; resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again, killed or not, empty and on the same port; resolves when it answers. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 10_000
const POLL_MS = 10

/** Throws where no redis-server is on the PATH: use it inside `describeWithRedis`. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const guardian = await startGuardian()
  const directory = mkdtempSync(join(tmpdir(), 'own-redis-'))
  guardian.removeAtEnd(directory)
  const port = await findFreePort()
  let starts = 0
  const start = () => startServer(guardian, directory, `own Redis ${++starts}`, port)
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
    stop: () => guardian.stop(),
  }
}

async function startServer(guardian: Guardian, directory: string, name: string, port: number): Promise<RunningChild> {
  const program = findRedisServer(process.env['PATH'] ?? '')
  if (program === undefined) throw new Error('there is no redis-server on the PATH')
  const child = await guardian.run({
    name,
    command: program,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    logFile: join(directory, 'redis.log'),
    stop: [{ signal: 'SIGKILL', waitMs: 5_000 }],
  })
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(port))) {
    if (Date.now() > deadline) throw new Error('Redis did not start')
    await sleep(POLL_MS)
  }
  return child
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'))
    const finish = (isAnswered: boolean) => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.on('error', () => finish(false))
    socket.on('data', (chunk) => finish(chunk.includes('PONG')))
  })
}
