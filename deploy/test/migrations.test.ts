/** Migrations of a service are numbered one after the other: two engineers who took the same number learn it here. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY } from './support/repository.js'

const SERVICES = ['trading-engine', 'wallet']

it.each(SERVICES)('those of %s are numbered from 0001, without a gap or a number taken twice', async (service) => {
  const names = (await readdir(join(REPOSITORY, 'services', service, 'migrations'))).sort()
  expect(names.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
  const numbers = names.map((name) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(names.map((_, index) => index + 1))
  expect(numbers.length).toBeGreaterThan(0)
})
