// All tests of what is mutated as one file: a run for a mutant loads every module once.
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const ROOT = join(__dirname, '..', '..', '..')
// Those of the key cache need Redis.
const FOLDERS = ['packages/key-cache/test', 'services/trading-engine/src/core']

// A file that replaces modules would replace them for all.
const replacesModules = (file) => readFileSync(join(ROOT, file), 'utf8').includes('jest.mock(')
// Property tests take longest and come last: the first failure ends the run.
const costOf = (file) => (file.endsWith('.property.test.ts') ? 1 : 0)

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
)
for (const file of files.toSorted((a, b) => costOf(a) - costOf(b) || (a < b ? -1 : 1)))
  if (!replacesModules(file)) describe(file, () => void require(join(ROOT, file)))
