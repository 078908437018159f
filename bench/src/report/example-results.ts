/** Results for tests: what a run says of itself, and nothing measured. */
import { scaleOf } from '../scale.js'
import type { Results } from './results.js'

export const EXAMPLE_RESULTS: Results = {
  startedAt: '2026-01-01T00:00:00.000Z',
  minutes: 1,
  isQuick: false,
  machine: {
    cpus: 2,
    model: 'a processor',
    memoryGiB: 8,
    system: 'linux',
    node: 'v20',
    postgres: '15',
    postgresSettings: 'fsync = on, synchronous_commit = on, shared_buffers = 512MB, max_wal_size = 4GB',
    redis: 'running',
    isOnDisk: true,
  },
  scale: scaleOf({ isQuick: false, cellSeconds: undefined }),
  sections: [],
}
