/** The page on the architecture tells what is so: its rooms are those that lint enforces, and its files exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Rooms = Readonly<Record<string, readonly string[]>>

const ROOT = join(__dirname, '../..')
const { engine, core, store, kit } = JSON.parse(readFileSync(join(ROOT, 'rooms.json'), 'utf8')) as Readonly<
  Record<string, Rooms>
>
const page = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8')
const live = readFileSync(join(ROOT, 'docs/LIVE.md'), 'utf8')
const section = (from: string, to?: string, text = page): string => {
  const start = text.indexOf(from)
  return text.slice(start, to === undefined ? undefined : text.indexOf(to, start))
}

const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -/.test(line))
    .slice(1)
    .map((line) => line.split('|').slice(1, -1))

const namesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const drawn = (text: string): Rooms =>
  Object.fromEntries(cellsOf(text).map(([room, , imports]) => [namesIn(room)[0] ?? '', namesIn(imports)] as const))

test.each<[string, Rooms | undefined, Rooms]>([
  ['the engine', engine, drawn(section('## Rooms', 'Within `core`:'))],
  ['core', core, drawn(section('Within `core`:', 'Within `store`:'))],
  ['store', store, drawn(section('Within `store`:', 'Within `packages/service-kit`:'))],
  ['the kit', kit, drawn(section('Within `packages/service-kit`:'))],
])('the rooms of %s are drawn as they are enforced', (_of, enforced, { compose: _all, ...rooms }) => {
  expect(rooms).toEqual(enforced)
})

test.each([
  ['an order', section('## The way of an order', '## The way of a tick'), 12],
  ['a tick', section('## The way of a tick', '## Three queues'), 8],
  ['a report of a venue', section('## The way of a report', '## What runs where', live), 6],
])('%s passes few stations, and none of them twice', (_what, text, stationsMax) => {
  const rows = cellsOf(text)
  const numbers = rows.map(([number = '']) => Number(number)).filter((number) => number > 0)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_number, index) => index + 1))
  expect(numbers.length).toBeGreaterThan(stationsMax / 2)
  expect(numbers.length).toBeLessThanOrEqual(stationsMax)
  const files = rows.flatMap(([, , cell]) => namesIn(cell))
  expect(files).toEqual([...new Set(files)])
})

test.each([
  ['of the architecture', page, 15],
  ['of live execution', live, 6],
])('every file that the page %s names exists', (_which, text, filesMin) => {
  const files = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file)
  const homes = ['', 'services/trading-engine/src', 'services/trading-engine/test/venues']
  const missing = files.filter((file) => !homes.some((home) => existsSync(join(ROOT, home, file))))
  expect(files.length).toBeGreaterThan(filesMin)
  expect(missing).toEqual([])
})
