import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(__dirname, '..', '..', '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const LINES_MAX = 120

test.each(readdirSync(join(ROOT, 'examples')))('%s is short, is run by a test, and can be found', (file) => {
  expect(read(`examples/${file}`).split('\n').length - 1).toBeLessThanOrEqual(LINES_MAX)
  expect(read('release/test/examples/bots.slow.test.ts')).toContain(`'${file}'`)
  expect(read('docs/CLIENTS.md')).toContain(`(../examples/${file})`)
  expect(read(`examples/${file}`)).toContain(`node examples/${file}`)
})
