import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCENARIOS } from '../suite.js'
import { MUTANTS } from './mutants.js'

const ROOT = join(__dirname, '..', '..', '..')

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  '%s still applies to the sources',
  (_name, mutant) => {
    for (const { file, find } of mutant.edits) {
      expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
    }
    expect(SCENARIOS.map(({ name }) => name)).toEqual(expect.arrayContaining([...mutant.scenarios]))
  },
)
