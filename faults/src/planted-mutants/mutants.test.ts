import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SCENARIOS } from '../suite.js'
import { workspacesOf } from './copy-repository.js'
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

test('a copy holds every workspace that its sources import', () => {
  const copied = workspacesOf(ROOT)
  const imported = copied.flatMap((workspace) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    return Object.keys(dependencies).filter((name) => name.startsWith('@ats/'))
  })
  expect(copied).toEqual(expect.arrayContaining(['services/trading-engine', 'services/wallet', 'faults']))
  expect(copied.map((workspace) => `@ats/${basename(workspace)}`)).toEqual(expect.arrayContaining(imported))
})
