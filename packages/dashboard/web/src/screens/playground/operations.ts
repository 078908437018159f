import { readOperation, type OpenApiDocument, type Schema, type Service } from '../../api/openapi-document.js'

/** A field of a request: of its path, its query or its body. */
export interface Field {
  readonly place: 'path' | 'query' | 'body'
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
  readonly schema: Schema
}

/** A request that the gateway passes on. */
export interface Operation {
  readonly service: Service
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly fields: readonly Field[]
  readonly hasBody: boolean
  /** Its response shows a secret once, for which the pages of keys and webhooks have a dialog. */
  readonly answersSecret: boolean
}

/** The requests about the process itself, which the gateway does not pass on. */
const OF_THE_PROCESS = /^\/(?:healthz|readyz|metrics|docs)/
/** The requests about the key that makes them, and pages have none. */
const OF_THE_KEY = /^\/v1\/(?:key|sandbox\/faults)$/

/** The operations of a document that can be sent from here: those that answer JSON, and no stream, which never ends. */
export function operationsOf(service: Service, document: OpenApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, unread]) => {
      const {
        operationId: id,
        summary,
        description = '',
        tags = [],
        parameters = [],
        requestBody,
        responses,
      } = readOperation(unread, document)
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const isJson = successes.every(([, { content }]) => content === undefined || 'application/json' in content)
      if (OF_THE_PROCESS.test(path) || OF_THE_KEY.test(path) || !isJson) return []
      const schema = requestBody?.content?.['application/json']?.schema
      const inBody = Object.entries(schema?.properties ?? {}).map(([name, of]): Field => ({
        ...{ place: 'body', name, description: of.description ?? '', schema: of },
        isRequired: schema?.required?.includes(name) === true,
      }))
      const inAddress = parameters.flatMap((parameter): readonly Field[] => {
        const { name, in: place, required = false, schema: of = {} } = parameter
        if (place !== 'path' && place !== 'query') return []
        return [{ place, name, isRequired: required, description: parameter.description ?? '', schema: of }]
      })
      return [
        {
          ...{ service, id, path, summary, description, tag: tags[0] ?? '' },
          method: method.toUpperCase(),
          fields: [...inAddress, ...inBody],
          hasBody: schema !== undefined,
          answersSecret: isSecret(JSON.stringify(successes)),
        },
      ]
    }),
  )
}

/** Whether schemas, as JSON, have a field for a secret, or for the token of a hook. */
const isSecret = (schemas: string): boolean =>
  /"(?:secret|webhookSecret)":\{/.test(schemas) ||
  schemas.split('"token":{').some((rest, place) => place > 0 && rest.split('}', 1)[0]?.includes('svc_hk_') === true)

/** Finds the operations that have every word of a search, in whatever place. */
export function searchOperations(operations: readonly Operation[], search: string): readonly Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ id, method, path, summary, tag, service }) => {
    const text = `${id} ${method} ${path} ${summary} ${tag} ${service}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Requests that change nothing, although they are not reads. */
const HARMLESS: ReadonlySet<string> = new Set(['previewOrder'])
const ORDERS: ReadonlySet<string> = new Set(['placeOrder', 'placeOrders', 'closePosition'])

/** Tells whether a request does more than read: nothing, an order, or another change. */
export function effectOf({ id, method }: Pick<Operation, 'id' | 'method'>): 'none' | 'order' | 'change' {
  if (method === 'GET' || HARMLESS.has(id)) return 'none'
  return ORDERS.has(id) ? 'order' : 'change'
}
