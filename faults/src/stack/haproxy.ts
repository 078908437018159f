/** The load balancer of deploy/haproxy, as it is, before two engines. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, type Guardian } from '@ats/local-stack'

export interface RunningHaproxy {
  readonly baseUrl: string
  /** Resolves when it sends that many engines their full share of requests. */
  sendsTo(engines: number): Promise<void>
  stop(): Promise<void>
}

export interface HaproxyOptions {
  readonly guardian: Guardian
  readonly directory: string
  /** Unique among those of a run. */
  readonly name: string
  /** Addresses of the two engines. */
  readonly engines: readonly [string, string]
  /** Instead of what the file says: which of the engines gets a request. */
  readonly balance?: 'roundrobin'
}

const CONFIGURATION = join(__dirname, '..', '..', '..', 'deploy', 'haproxy', 'haproxy.cfg')
/** Where Debian puts it; not on everybody's PATH. */
const SYSTEM_DIRECTORY = '/usr/sbin'
const TIMEOUT_MS = 30_000
const POLL_MS = 50
const STOP = [
  { signal: 'SIGTERM', waitMs: 2_000 },
  { signal: 'SIGKILL', waitMs: 1_000 },
] as const

/** Null where it is not installed. */
export function findHaproxy(searchPath = process.env['PATH'] ?? ''): string | null {
  const programs = [...searchPath.split(delimiter), SYSTEM_DIRECTORY].map((directory) => join(directory, 'haproxy'))
  return programs.find(isExecutable) ?? null
}

export async function startHaproxy(options: HaproxyOptions): Promise<RunningHaproxy> {
  const program = findHaproxy()
  if (program === null) throw new Error('haproxy is not installed')
  const [port, statusPort] = [await findFreePort(), await findFreePort()]
  const [a, b] = options.engines.map((url) => new URL(url).host)
  const child = await options.guardian.run({
    name: options.name,
    command: program,
    args: ['-db', '-f', CONFIGURATION],
    cwd: '/',
    env: {
      HAPROXY_LISTEN: `127.0.0.1:${port}`,
      HAPROXY_STATUS: `127.0.0.1:${statusPort}`,
      ENGINE_A: a ?? '',
      ENGINE_B: b ?? '',
      ...(options.balance === undefined ? {} : { HAPROXY_BALANCE: options.balance }),
    },
    logFile: join(options.directory, `${options.name}.log`),
    stop: STOP,
  })
  const haproxy: RunningHaproxy = {
    baseUrl: `http://127.0.0.1:${port}`,
    async sendsTo(engines) {
      const deadline = Date.now() + TIMEOUT_MS
      while ((await countUp(statusPort)) !== engines) {
        if (Date.now() > deadline)
          throw new Error(`haproxy does not send to ${engines} engines; see ${options.name}.log`)
        await sleep(POLL_MS)
      }
    },
    async stop() {
      process.kill(child.process.pid, 'SIGTERM')
      await child.exited
    },
  }
  await haproxy.sendsTo(options.engines.length)
  return haproxy
}

/** Fields of a server's line, `engines,a,…`. */
const STATUS = 17
const WEIGHT = 18
const FULL = '100'

async function countUp(statusPort: number): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${statusPort}/;csv`, { signal: AbortSignal.timeout(2_000) })
    const lines = (await answer.text()).split('\n').filter((line) => /^engines,[ab],/.test(line))
    return lines.map((line) => line.split(',')).filter((fields) => fields[STATUS] === 'UP' && fields[WEIGHT] === FULL)
      .length
  } catch {
    return 0 // not listening yet
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
