/** Postgres keeps a prepared statement by its name on a connection, and refuses another one under the same. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

test('no two statements of the store have the same name', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const names = files.flatMap((file) =>
    [...readFileSync(join(__dirname, file), 'utf8').matchAll(/\bname: '(\w+)'/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
