import { statfsSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import type { Servers } from '@ats/local-stack'
import { POSTGRES_SETTINGS } from '../servers/bench-servers.js'

export interface Machine {
  readonly cpus: number
  readonly model: string
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  readonly postgresSettings: string
  readonly redis: string
  /** False: the data is in memory, and every figure that waits for a disk is too good. */
  readonly isOnDisk: boolean
}

const TMPFS = 0x01021994

export function describeMachine({ postgres, redis, directory }: Servers): Machine {
  const processors = cpus()
  const settings = Object.entries(POSTGRES_SETTINGS).map(([name, value]) => `${name} = ${value}`)
  return {
    cpus: processors.length,
    model: processors[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    postgres: postgres.version,
    postgresSettings: ['fsync = on', 'synchronous_commit = on', ...settings].join(', '),
    redis: redis.url === null ? 'not installed' : 'running',
    isOnDisk: statfsSync(directory).type !== TMPFS,
  }
}
