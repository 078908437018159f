import Joi from 'joi'
import { jsonSchemaOf } from './json-schema.js'

it('is what joi derives, with the keywords of meta laid over it at every depth', () => {
  const when = { if: { properties: { kind: { const: 'LIMIT' } } }, then: { required: ['price'] } }
  const schema = Joi.object({
    kind: Joi.string().valid('LIMIT', 'MARKET').required(),
    price: Joi.number().when('kind', { is: 'LIMIT', then: Joi.required() }),
    at: Joi.string().meta({ jsonSchema: { format: 'date-time' } }),
    list: Joi.array().items(Joi.object({ url: Joi.string().meta({ jsonSchema: { format: 'uri' } }) })),
    either: Joi.alternatives(Joi.number(), Joi.string().meta({ jsonSchema: { pattern: '^x$' } })),
    nullable: Joi.string().allow(null).required(),
  }).meta({ jsonSchema: when })

  expect(jsonSchemaOf(schema)).toMatchObject({
    type: 'object',
    required: ['kind', 'nullable'],
    additionalProperties: false,
    properties: {
      kind: { type: 'string', enum: ['LIMIT', 'MARKET'] },
      at: { type: 'string', format: 'date-time' },
      list: { type: 'array', items: { properties: { url: { format: 'uri' } } } },
      either: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^x$' }] },
      nullable: { type: ['string', 'null'] },
    },
    ...when,
  })
})
