/** A server of the benchmark in a process of its own, on free ports. */
import { join } from 'node:path'
import { findFreePort, SERVICE_NODE_ARGS, startService, type Servers } from '@ats/local-stack'

export interface NodeProcess {
  readonly port: number
  /** Where a service has its metrics. */
  readonly internalPort: number
  readonly pid: number
  /** Its port, when it was asked for. */
  readonly loopProbePort?: number
  stop(): Promise<unknown>
}

export interface NodeProcessOptions {
  readonly name: string
  readonly entry: string
  /** PORT and INTERNAL_PORT are added. */
  readonly environment: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  /** Loads `engine/loop-probe.ts` into it. */
  readonly isProbed?: boolean
  /** Answers 200 when the process is ready. Default: /readyz. */
  readonly readyPath?: string
}

/** How the product runs a service, and where it then leaves a profile, if it shall. */
export const nodeArgsOf = (profileDir: string | undefined): readonly string[] => [
  ...SERVICE_NODE_ARGS,
  ...profileArgs(profileDir),
]

export const profileArgs = (profileDir: string | undefined): readonly string[] =>
  profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]

const LOOP_PROBE = ['--require', join(__dirname, '..', 'engine', 'loop-probe.js')]
let started = 0

export async function startNodeProcess(
  { guardian, directory }: Servers,
  { name, entry, environment, nodeArgs = [], isProbed = false, readyPath: path = '/readyz' }: NodeProcessOptions,
): Promise<NodeProcess> {
  const loopProbePort = isProbed ? await findFreePort() : undefined
  const probe = loopProbePort === undefined ? {} : { LOOP_PROBE_PORT: String(loopProbePort) }
  const service = await startService({
    ...{ guardian, directory, entry, name: `${name}-${++started}` },
    environment: { PATH: process.env['PATH'] ?? '', ...environment, ...probe },
    nodeArgs: [...nodeArgs, ...(isProbed ? LOOP_PROBE : [])],
    ready: { path },
  })
  return {
    ...{ port: service.ports.PORT, internalPort: service.ports.INTERNAL_PORT, pid: service.pid },
    async stop() {
      await service.stop()
      const faults = faultsOf(service.log())
      if (faults.length > 0)
        process.stderr.write(`  ! ${name} logged ${faults.length} faults, the first: ${faults[0]}\n`)
    },
    ...(loopProbePort === undefined ? {} : { loopProbePort }),
  }
}

/** The level of pino from which a line tells of a fault. */
const ERROR_LEVEL = 50

/** The lines of a log that say why a cell has errors. */
const faultsOf = (log: string): readonly string[] =>
  log.split('\n').filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1]) >= ERROR_LEVEL)
