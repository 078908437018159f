/** How much of a long list is done between two turns of the event loop. */
import Joi from 'joi'
import { createListCheck } from './check-list.js'
import { screenListInTurns } from './screen-list.js'

const KB = 1024
const MEGABYTE = KB * KB
const filled = (item: string): string =>
  `{"items":[${Array(Math.floor(MEGABYTE / (item.length + 1)))
    .fill(item)
    .join(',')}]}`

/** The most characters that were parsed between two nextTurns. */
async function parsedAtATime(json: string): Promise<number> {
  const parsing = jest.spyOn(JSON, 'parse')
  const lengths: number[] = []
  const nextTurn = (): Promise<void> => {
    lengths.push(parsing.mock.calls.reduce((sum, [text]) => sum + text.length, 0))
    parsing.mockClear()
    return Promise.resolve()
  }
  try {
    await screenListInTurns(json, { name: 'items', itemsMax: Infinity, keepNulls: false }, nextTurn)
    await nextTurn()
    return Math.max(...lengths)
  } finally {
    parsing.mockRestore()
  }
}

test.each([
  ['objects', filled('{"id":"a","words":["a","b"]}'), 16 * KB],
  ['empty objects', filled('{}'), KB],
  ['texts that are escaped', filled('"\\u0061\\""'), 32 * KB],
  ['long texts', filled(`"${'x'.repeat(60_000)}"`), 64 * KB],
  ['one text', filled(`"${'x'.repeat(MEGABYTE - 10)}"`), 16],
  ['nested lists', `{"items":[${'['.repeat(MEGABYTE / 2)}${']'.repeat(MEGABYTE / 2)}]}`, 16],
  ['unknown fields', `{${Array.from({ length: 100_000 }, (_, name) => `"${name}":1`).join(',')}}`, 16 * KB],
])('a megabyte of %s is parsed some at a time', async (_name, json, max) => {
  expect(await parsedAtATime(json)).toBeLessThanOrEqual(max)
})

test.each([
  ['small', { words: [] }, 50],
  ['large', { words: Array(100).fill('a') }, 5],
  ['larger than a turn', { words: Array(1_000).fill('a') }, 1],
])('items that are %s are checked some at a time', async (_name, item, max) => {
  let checked = 0
  const counted = Joi.object({ words: Joi.array() }).custom((value: object) => {
    checked += 1
    return value
  })
  const numbers: number[] = []
  const takeTurn = (): Promise<void> => {
    numbers.push(checked)
    checked = 0
    return Promise.resolve()
  }
  const object = (items: Joi.Schema) => Joi.object<object>({ items })
  const list = { name: 'items', itemsMax: 200, part: object(Joi.array().items(counted)), outline: object(Joi.any()) }
  const items = Array.from({ length: 200 }, () => item)
  const issues: [] = []
  await createListCheck(list, takeTurn)({ items }, issues, { owner: '', isGone: () => false })
  expect(issues).toEqual([])
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(200)
  expect(Math.max(...numbers)).toBeLessThanOrEqual(max)
})
