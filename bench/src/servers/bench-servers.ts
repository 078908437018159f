import { tmpdir } from 'node:os'
import { startServers, type Servers } from '@ats/local-stack'
import type { ServerBinaries } from './server-binaries.js'

/** As an operator would set them on a machine of this size; everything else is as PostgreSQL brings it. */
export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = { shared_buffers: '512MB', max_wal_size: '4GB' }

/** A disk, rather than a temporary directory that may be memory: then fsync would cost nothing. */
const DATA_DIRECTORIES = ['/var/tmp', tmpdir()]

/** Postgres with fsync, and Redis where it is installed. */
export const startBenchServers = ({ binaries }: ServerBinaries, settings = POSTGRES_SETTINGS): Promise<Servers> =>
  startServers({
    prefix: 'trading-bench-',
    bases: DATA_DIRECTORIES,
    isDurable: true,
    postgres: () => ({ settings, ...(binaries === undefined ? {} : { binaries }) }),
  })
