/** A list that is checked in turns: the same values, and the same words about what is wrong, as in one go. */
import type { Issue } from '@ats/contracts'
import fc from 'fast-check'
import Joi from 'joi'
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
  part: Joi.object({ items: list.items(item) }),
  outline: Joi.object({ items: counted(list) }),
}

const route = (fields: Partial<Route<null>>): Route<null> => ({
  ...{ method: 'PUT', path: '/v1/items', operationId: 'items', summary: '', tags: [], access: 'any' },
  ...{ body: Joi.object({ items: counted(list.items(item)) }), bodyBytesMax: 32_768, responses: {}, errors: [] },
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
const items = fc.array<unknown>(rare<unknown>(rightItem, wrongItem), { maxLength: 140, size: 'max' })
const named = fc.constantFrom('items', 'items', 'items', 'other', '__proto__', 'x'.repeat(70))
/** Fields as text, so that a name may be there twice. */
const bodies = fc
  .tuple(items, fc.array(fc.tuple(named, anything), { maxLength: 2 }), fc.boolean())
  .map(([wanted, others, isFirst]) => {
    const fields = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    const list = `"items":${JSON.stringify(wanted)}`
    return `{${(isFirst ? [list, ...fields] : [...fields, list]).join(',')}}`
  })

type Outcome = { readonly body: unknown } | { readonly message: string; readonly issues: readonly Issue[] }

async function outcomeOf(checked: () => unknown): Promise<Outcome> {
  try {
    return { body: await checked() }
  } catch (error) {
    const { message, details } = error as { message: string; details: { issues: readonly Issue[] } }
    return { message, issues: details.issues }
  }
}

test.each([
  ['of which all that is wrong is told', 32_768, false],
  ['of which all is told, with nulls', 32_768, true],
  ['of which only the first is told', 1_024, false],
])('a list %s', async (_name, bodyBytesMax, keepNulls) => {
  const options = { bodyBytesMax, keepNulls }
  const inOneGo = createShapeCheck(route(options))
  const inTurns = createShapeCheck(route({ ...options, bodyList }))
  const headers = { 'content-type': 'application/json' }
  await fc.assert(
    fc.asyncProperty(bodies, async (text) => {
      const request: RawRequest = {
        ...{ method: 'PUT', path: '/v1/items', rawUrl: '/v1/items', rawHeaders: [], ip: '::1', requestId: 'r' },
        ...{ headers, body: Buffer.from(text) },
      }
      const expected = await outcomeOf(() => inOneGo(request, {}, () => false))
      expect(await outcomeOf(() => inTurns(request, {}, () => false))).toEqual(expected)
    }),
  )
})
