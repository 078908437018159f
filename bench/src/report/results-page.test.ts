import { EXAMPLE_RESULTS } from './example-results.js'
import { resultsPage } from './results-page.js'
import { scaleOf } from '../scale.js'
import type { Results } from './results.js'

const RESULTS: Results = {
  ...EXAMPLE_RESULTS,
  isQuick: true,
  machine: { ...EXAMPLE_RESULTS.machine, memoryGiB: 24, postgres: '18', isOnDisk: false },
  scale: scaleOf({ isQuick: true, cellSeconds: undefined }),
}

test('paragraphs and lists are wrapped at 100 columns', () => {
  const lines = resultsPage(RESULTS).split('\n')
  expect(lines.filter((line) => !line.startsWith('|') && line.length > 100)).toEqual([])
  expect(lines).toContain('## Targets')
})
