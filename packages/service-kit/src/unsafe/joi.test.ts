import Joi from 'joi'
import { partsOf, termsOf } from './joi.js'

const schema = Joi.object({
  kind: Joi.string().valid('LIMIT', 'MARKET').required(),
  price: Joi.string().pattern(/^\d+$/).when('kind', { is: 'LIMIT', then: Joi.required() }),
  isOpen: Joi.boolean().prefs({ convert: false }).default(true),
}).meta({ jsonSchema: { title: 'order' } })

const partsOfField = (name: string) => partsOf(schema.extract(name))

test('an object has its keys and what meta added', () => {
  expect(termsOf(schema).keys?.map(({ key }) => key)).toEqual(['kind', 'price', 'isOpen'])
  expect(termsOf(schema).metas).toEqual([{ jsonSchema: { title: 'order' } }])
})

test('a list has its items, alternatives have their matches', () => {
  const item = Joi.string()
  expect(termsOf(Joi.array().items(item)).items).toHaveLength(1)
  expect(termsOf(Joi.alternatives(item, Joi.number())).matches?.map(({ schema: match }) => match?.type)).toEqual([
    'string',
    'number',
  ])
})

test('a field has its type, flags and accepted values', () => {
  const { type, flags, values, hasReferences } = partsOfField('kind')
  expect([type, flags]).toEqual(['string', { only: true, presence: 'required' }])
  expect([[...(values ?? [])], hasReferences]).toEqual([['LIMIT', 'MARKET'], false])
})

test('a field has its rules, preference and default', () => {
  expect(partsOfField('price').rules).toMatchObject([{ name: 'pattern', args: { regex: /^\d+$/ } }])
  expect([partsOfField('isOpen').converts, partsOfField('isOpen').flags['default']]).toEqual([false, true])
})

test('a custom rule has its function, an inverted pattern says so', () => {
  const method = (value: unknown): unknown => value
  expect(partsOf(Joi.any().custom(method)).rules).toMatchObject([{ name: 'custom', args: { method } }])
  const inverted = partsOf(Joi.string().pattern(/x/, { invert: true })).rules
  expect(inverted).toMatchObject([{ args: { options: { invert: true } } }])
})

test('forbidden values and references to other fields are reported', () => {
  const forbidding = partsOf(Joi.any().invalid(1))
  const referring = partsOf(Joi.any().valid(Joi.ref('other')))
  expect([forbidding.hasForbiddenValues, forbidding.hasReferences]).toEqual([true, false])
  expect([referring.hasForbiddenValues, referring.hasReferences]).toEqual([false, true])
})

test('only terms that hold something are named', () => {
  expect(partsOf(schema).terms).toEqual(expect.arrayContaining(['keys', 'metas']))
  expect(partsOf(Joi.string()).terms).toEqual([])
  expect(partsOf(Joi.object().rename('a', 'b')).terms).toContain('renames')
})

test('a condition names the field beside it, what that must be, and what follows', () => {
  const [when] = partsOfField('price').whens
  expect(when).toMatchObject({ ref: { path: ['kind'], ancestor: 1 } })
  expect([...((when?.is && partsOf(when.is).values) ?? [])]).toContain('LIMIT')
  expect(when?.then && partsOf(when.then).flags).toEqual({ presence: 'required' })
  expect([when?.otherwise, when?.switch]).toEqual([undefined, undefined])
})
