import { resultsPage } from './results-page.js'
import { scaleOf } from '../scale.js'
import type { Results } from './results.js'

const RESULTS: Results = {
  startedAt: '2026-01-01T00:00:00.000Z',
  minutes: 1,
  isQuick: true,
  machine: {
    cpus: 2,
    model: 'a processor',
    memoryGiB: 24,
    system: 'linux',
    node: 'v20',
    postgres: '18',
    postgresSettings: 'fsync = on, synchronous_commit = on, shared_buffers = 512MB, max_wal_size = 4GB',
    redis: 'running',
    isOnDisk: false,
  },
  scale: scaleOf({ isQuick: true, cellSeconds: undefined }),
  sections: [],
}

test('paragraphs and lists are wrapped at 100 columns', () => {
  const lines = resultsPage(RESULTS, undefined).split('\n')
  expect(lines.filter((line) => !line.startsWith('|') && line.length > 100)).toEqual([])
  expect(lines).toContain('## Targets')
})
