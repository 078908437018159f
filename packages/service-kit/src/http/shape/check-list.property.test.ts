/** A list that is checked in turns: the same values, and the same words about what is wrong, as in one go. */
import type { Issue } from '@ats/contracts'
import fc from 'fast-check'
import Joi from 'joi'
import { ISSUES_MAX } from '../../process/errors.js'
import type { RawRequest, Route } from '../route.js'
import { createShapeCheck } from './check-shape.js'

const item = Joi.object({
  id: Joi.string().max(3).required(),
  title: Joi.string().allow(null),
  words: Joi.array().items(Joi.string().max(2)).max(2),
  at: Joi.any().custom((value: unknown, joi) => (value === 'soon' ? 7 : joi.error('any.invalid'))),
})
const list = Joi.array().required()
const counted = (items: Joi.ArraySchema): Joi.ArraySchema => items.min(1).max(120).unique('id')
const bodyList = {
  name: 'items',
  itemsMax: 120,
  part: Joi.object({ items: list.items(item) }),
  outline: Joi.object({ items: counted(list) }),
}

const route = (fields: Partial<Route<null>>): Route<null> => ({
  ...{ method: 'PUT', path: '/v1/items', operationId: 'items', summary: '', tags: [], access: 'any' },
  ...{ body: Joi.object({ items: counted(list.items(item)) }), responses: {}, errors: [] },
  handler: () => ({ status: 200 }),
  ...fields,
})

const rare = <T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 60, arbitrary: usual }, { weight: 1, arbitrary: unusual })
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant('\u0000'), fc.constant({ items: [{}] }))
const rightItem = fc.record(
  {
    id: fc.nat({ max: 999 }).map(String),
    title: fc.constantFrom('a title', null),
    words: fc.constantFrom([], ['ab'], ['a', 'b']),
    at: fc.constant('soon'),
  },
  { requiredKeys: ['id'] },
)
const wrongItem = fc.oneof(
  anything,
  fc
    .tuple(rightItem, fc.dictionary(fc.constantFrom('id', 'title', 'words', 'items[2]', 'x'), anything))
    .map(([right, wrong]) => ({ ...right, ...wrong })),
)
const items = fc.array<unknown>(rare<unknown>(rightItem, wrongItem), { maxLength: 120, size: 'max' })
const named = fc.constantFrom('items', 'items', 'items', 'other', '__proto__', 'x'.repeat(70))
/** Fields as text, so that a name may be there twice. */
const bodies = fc
  .tuple(items, fc.array(fc.tuple(named, anything), { maxLength: 2 }), fc.boolean())
  .map(([wanted, others, isFirst]) => {
    const fields = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const list = `"items":${JSON.stringify(wanted)}`
    return `{${(isFirst ? [list, ...fields] : [...fields, list]).join(',')}}`
  })

interface Outcome {
  readonly body?: unknown
  readonly issues: readonly Issue[]
}

async function outcomeOf(checked: () => unknown): Promise<Outcome> {
  try {
    return { body: await checked(), issues: [] }
  } catch (error) {
    return { issues: (error as { details: { issues: readonly Issue[] } }).details.issues }
  }
}

const inOrder = (issues: readonly Issue[]): readonly string[] => issues.map((issue) => JSON.stringify(issue)).sort()

/** Fields of the body that are there twice: what is wrong with the first of them is reported, too. */
const twice = ({ issues }: Outcome): readonly string[] =>
  inOrder(issues.filter(({ path, code }) => path.length === 1 && code === 'duplicate_key'))

const requestOf = (text: string): RawRequest => ({
  ...{ method: 'PUT', path: '/v1/items', rawUrl: '/v1/items', rawHeaders: [], ip: '::1', requestId: 'r' },
  ...{ headers: { 'content-type': 'application/json' }, body: Buffer.from(text) },
})
const check = createShapeCheck(route({ bodyList }))
const inTurns = (text: string): Promise<Outcome> => outcomeOf(() => check(requestOf(text), {}, () => false))

test.each([false, true])('a list is checked as in one go; with nulls kept: %s', async (keepNulls) => {
  const whole = createShapeCheck(route({ keepNulls, bodyBytesMax: 1024 * 1024 }))
  const inPieces = createShapeCheck(route({ keepNulls, bodyList }))
  await fc.assert(
    fc.asyncProperty(bodies, async (text) => {
      const expected = await outcomeOf(() => whole(requestOf(text), {}, () => false))
      const outcome = await outcomeOf(() => inPieces(requestOf(text), {}, () => false))
      if (expected.issues.length === ISSUES_MAX) expect(outcome.issues).toHaveLength(ISSUES_MAX)
      else if (twice(expected).length > 0) expect(twice(outcome)).toEqual(twice(expected))
      else {
        expect(inOrder(outcome.issues)).toEqual(inOrder(expected.issues))
        expect(outcome.body).toEqual(expected.body)
      }
    }),
  )
})

const many = (length: number, item: (index: number) => string): string =>
  Array.from({ length }, (_, index) => item(index)).join(',')

test.each([
  ['121 items', `{"items":[${many(121, (id) => `{"id":"${id}"}`)}]}`, 'items array.max'],
  ['121 items and more that is no JSON', `{"items":[${many(121, (id) => `{"id":"${id}"}`)},?`, 'items array.max'],
  ['501 values beside it', `{${many(501, (name) => `"${name}":1`)},"items":[]}`, ' body.size'],
  ['501 names beside it that are one', `{${many(501, () => '"x":1')},"items":[]}`, ' body.size'],
  ['an item of 501 values', `{"items":[{"id":"0"},[${many(501, String)}]]}`, 'items.1 body.size'],
  ['an item of 33 levels', `{"items":[${'['.repeat(33)}${']'.repeat(33)}]}`, 'items.0 body.depth'],
  ['an item of 65,537 characters', `{"items":["${'x'.repeat(65_535)}"]}`, 'items.0 body.size'],
  ['a field of 65,537 characters', `{"other":"${'x'.repeat(65_535)}"}`, ' body.size'],
  ['no object around it', '[{"id":"0"}]', ' body.object'],
  ['no end', `{"items":[{"id":"0"}`, ' body.json'],
])('a list with %s is refused', async (_name, text, expected) => {
  const { issues } = await inTurns(text)
  expect(issues.map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([expected])
})
