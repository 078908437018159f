import Joi from 'joi'
import { objectSchema } from './shape/typed-object.js'
import { routeBuilder, type HandlerRequest } from './route.js'

interface Named {
  readonly name: string
}
type Visitor = Named | null

const route = routeBuilder<{ readonly public: null; readonly key: Named }>((principal, access) => {
  if ((principal === null) !== (access === 'public')) throw new Error(`not for a caller of ${access}`)
})

interface ThingQuery {
  readonly limit: number
  readonly since?: Date
}

const described = { method: 'PUT', path: '/v1/things/:thing_id', operationId: 'putThing', summary: 's' } as const
const row = route('key', {
  ...{ ...described, tags: [], responses: {}, errors: [] },
  params: { thing_id: 'uuid' },
  query: objectSchema<ThingQuery>({ limit: Joi.number().required(), since: Joi.date() }),
  body: objectSchema<Named>({ name: Joi.string().required() }),
  handler: ({ principal, params, query, body }) => {
    const words: readonly string[] = [principal.name, params.thing_id, query.limit.toFixed(1), body.name]
    // @ts-expect-error not a parameter of the path
    const none: unknown = params.other_id
    // @ts-expect-error may be absent
    const since: Date = query.since
    return { status: 200, body: [...words, none, since] }
  },
})

const request = (principal: Visitor): HandlerRequest<Visitor> => ({
  principal,
  ...{ params: { thing_id: 't' }, query: { limit: 2 }, body: { name: 'n' } },
  ...{ requestId: 'r', ids: { request_id: 'r' }, ip: '::1', headers: {}, isGone: () => false },
  failed: () => ({ status: 500, text: '' }),
})

it('gives a handler what the schemas of its route made of a request', async () => {
  expect(row.access).toBe('key')
  expect((await row.handler(request({ name: 'ada' }))).body).toEqual(['ada', 't', '2.0', 'n', undefined, undefined])
})

it('calls a handler for no other caller than that of its access', () => {
  expect(() => row.handler(request(null))).toThrow('not for a caller of key')
})

it('takes a schema with a field of each name and type alone', () => {
  // @ts-expect-error limit is missing
  objectSchema<ThingQuery>({ since: Joi.date() })
  // @ts-expect-error limit is no text
  objectSchema<ThingQuery>({ limit: Joi.string().max(3), since: Joi.date() })
  // @ts-expect-error until is no field
  expect(objectSchema<ThingQuery>({ limit: Joi.number(), since: Joi.date(), until: Joi.date() }).type).toBe('object')
})
