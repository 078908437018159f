import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { createConnection } from 'node:net'
import { delimiter, join } from 'node:path'
import { startOnFreePorts } from '../processes/free-port.js'
import type { Guardian, RunningChild } from '../processes/guardian.js'
import { waitUntil } from '../processes/wait-until.js'
import { EndedAtStart, StartError } from '../start-error.js'

const READY_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 500
const STOP_STEPS = [
  { signal: 'SIGTERM', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** The redis-server on the PATH; undefined when there is none. */
export function findRedisServer(searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, 'redis-server'))
    .find(isExecutable)
}

export interface RedisOptions {
  /** Unique among those of the guardian. */
  readonly name?: string
  readonly port?: number
  /** Empty: none is asked for. */
  readonly password?: string
}

interface RunningRedis {
  readonly url: string
  readonly child: RunningChild
}

/** Starts Redis as a cache: in memory only, on a free loopback port and with a password of its own, unless given. */
export function startRedis(
  guardian: Guardian,
  program: string,
  logFile: string,
  { name = 'Redis', port, password = randomBytes(24).toString('hex') }: RedisOptions = {},
): Promise<RunningRedis> {
  const start = (chosen: number): Promise<RunningRedis> => run(guardian, program, logFile, name, chosen, password)
  return port === undefined ? startOnFreePorts(1, ([chosen = 0]) => start(chosen)) : start(port)
}

async function run(
  guardian: Guardian,
  program: string,
  logFile: string,
  name: string,
  port: number,
  password: string,
): Promise<RunningRedis> {
  const child = await guardian.run({
    name,
    command: program,
    args: ['-'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    logFile,
    stdin: [`port ${port}`, 'bind 127.0.0.1', `requirepass "${password}"`, 'save ""', 'appendonly no', ''].join('\n'),
    stop: STOP_STEPS,
  })
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const isReady = await waitUntil(async () => hasEnded || (await answers(port, password)), {
    timeoutMs: READY_TIMEOUT_MS,
  })
  const problem = `Redis could not start; see ${logFile}`
  if (hasEnded) throw new EndedAtStart(problem)
  if (!isReady) throw new StartError(problem)
  return { url: `redis://:${password}@127.0.0.1:${port}`, child }
}

function answers(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write(`AUTH ${password}\r\nPING\r\n`))
    const finish = (isAnswered: boolean) => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('data', (chunk) => {
      if (chunk.includes('PONG')) finish(true)
    })
  })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
