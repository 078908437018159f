import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

const ROOT = join(__dirname, '..', '..', '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const LINES_MAX = 120

const filesOf = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, 'examples', folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(folder, entry.name)] : [],
  )

test.each([...filesOf(''), ...filesOf('python')])('%s is short, is run by a test, and can be found', (file) => {
  expect(read(`examples/${file}`).split('\n').length - 1).toBeLessThanOrEqual(LINES_MAX)
  expect(read('release/test/examples/bots.slow.test.ts')).toContain(`'${file}'`)
  expect(read('docs/CLIENTS.md')).toContain(`(../examples/${file})`)
  expect(read(`examples/${file}`)).toContain(`${file.endsWith('.py') ? 'python' : 'node'} examples/${file}`)
})

test('each bot is there in both languages', () => {
  const named = (folder: string) => filesOf(folder).map((file) => basename(file, extname(file)).replaceAll('_', '-'))
  expect(named('python').sort()).toEqual(named('').sort())
})
