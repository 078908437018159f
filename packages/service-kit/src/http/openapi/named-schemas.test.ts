import Joi from 'joi'
import { createNamedSchemas, named } from './named-schemas.js'

const side = named('Side', Joi.string().valid('BUY', 'SELL'))
const decimal = named(
  'Decimal',
  Joi.alternatives(Joi.number(), Joi.string().meta({ jsonSchema: { format: 'decimal' } })),
)
const SIDE = { $ref: '#/components/schemas/Side' }
const DECIMAL = { $ref: '#/components/schemas/Decimal' }
const NULL = { type: 'null' }

test('what has a name is kept once, and referred to wherever it comes', () => {
  const schemas = createNamedSchemas()
  const order = named(
    'Order',
    Joi.object({ side: side.required(), price: decimal.allow(null).description('The limit.') }),
  )
  expect(schemas.refer(Joi.array().items(order))).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Order' },
  })
  expect(schemas.refer(order.allow(null).description('If any.'))).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Order' }, NULL],
    description: 'If any.',
  })
  expect(schemas.schemas).toEqual({
    Side: { type: 'string', enum: ['BUY', 'SELL'] },
    Decimal: { anyOf: [{ type: 'number' }, { type: 'string', minLength: 1, format: 'decimal' }] },
    Order: {
      type: 'object',
      properties: { side: SIDE, price: { anyOf: [DECIMAL, NULL], description: 'The limit.' } },
      required: ['side'],
      additionalProperties: false,
    },
  })
})

test('a schema that was changed needs a name of its own', () => {
  const schemas = createNamedSchemas()
  const order = named('Order', Joi.object({ side }))
  schemas.refer(order)
  expect(() => schemas.refer(order.keys({ price: decimal }))).toThrow('two schemas are named Order')
  expect(schemas.refer(named('LimitOrder', order.keys({ price: decimal })))).toEqual({
    $ref: '#/components/schemas/LimitOrder',
  })
})

test('in a body, what may be left out may be null; elsewhere only what says so', () => {
  const fields = Joi.object({
    id: Joi.string().required(),
    side,
    kind: Joi.string().valid('A', 'B').default('A'),
    label: Joi.string().allow(null),
    tags: Joi.array().items(Joi.string()),
  })
  const { referToBody, refer } = createNamedSchemas()
  expect(refer(fields)).toMatchObject({
    properties: { side: SIDE, kind: { type: 'string', enum: ['A', 'B'] }, label: { type: ['string', 'null'] } },
  })
  expect(referToBody(fields)).toMatchObject({
    properties: {
      id: { type: 'string' },
      side: { anyOf: [SIDE, NULL] },
      kind: { anyOf: [{ type: 'string', enum: ['A', 'B'] }, NULL], default: 'A' },
      label: { type: ['string', 'null'] },
      tags: { type: ['array', 'null'] },
    },
    'x-null-is-absent': true,
  })
})
