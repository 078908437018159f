/** Where the documents say that null may stand in a body, both services take it, and nowhere else. */
import type { Issue } from '@ats/contracts'
import type { JsonSchema, OpenApiDocument, Route } from '@ats/service-kit/http'
import { engineDocument, operatorDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'
import { createShapeCheck } from '../../packages/service-kit/src/http/shape/check-shape.js'
import {
  operatorRoutes,
  type OperatorRouteDependencies,
} from '../../services/trading-engine/src/http/operator/routes.js'
import { engineRoutes, type EngineRouteDependencies } from '../../services/trading-engine/src/http/routes.js'
import { userRoutes, type RouteDeps } from '../../services/wallet/src/http/routes.js'

const ofEngine = engineRoutes({ market: {}, config: { NODE_ENV: 'development' } } as EngineRouteDependencies)
const ofOperators = operatorRoutes({} as OperatorRouteDependencies, ofEngine)
const ID = '00000000-0000-4000-8000-000000000000'

interface Place {
  readonly path: readonly (string | number)[]
  readonly mayBeNull: boolean
  readonly isRequired: boolean
  /** A body with null there, and around it what tells its alternative from others. */
  readonly body: unknown
}

interface JsonObject {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

function readBodies(document: OpenApiDocument) {
  const resolve = (schema: JsonSchema): JsonSchema =>
    typeof schema['$ref'] === 'string'
      ? document.components.schemas[schema['$ref'].replace('#/components/schemas/', '')]!
      : schema

  const alternativesOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] =>
    [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonSchema[]) : []))

  function allowsNull(schema: JsonSchema): boolean {
    const own = resolve(schema)
    const isAnything = ['type', 'enum', 'const', 'anyOf', 'oneOf'].every((keyword) => own[keyword] === undefined)
    return isAnything || [own['type']].flat().includes('null') || alternativesOf(own).some(allowsNull)
  }

  function placesOf(schema: JsonSchema): readonly Place[] {
    const own = resolve(schema)
    const { properties = {}, required = [], items } = own as JsonObject
    const constants = Object.entries(properties).flatMap(([name, property]) => {
      const { const: value } = resolve(property)
      return value === undefined ? [] : [[name, value]]
    })
    const around = (name: string, value: unknown): unknown => ({
      ...(Object.fromEntries(constants) as object),
      [name]: value,
    })
    const fields = Object.entries(properties).flatMap(([name, property]) => [
      {
        ...{ path: [name], mayBeNull: allowsNull(property), isRequired: required.includes(name) },
        body: around(name, null),
      },
      ...placesOf(property).map((place) => ({
        ...place,
        path: [name, ...place.path],
        body: around(name, place.body),
      })),
    ])
    const ofItems = (items === undefined ? [] : placesOf(items)).map((place) => ({
      ...place,
      path: [0, ...place.path],
      body: [place.body],
    }))
    return [...alternativesOf(own).flatMap(placesOf), ...fields, ...ofItems]
  }

  return (route: Route<never>): readonly Place[] => {
    const method = route.method.toLowerCase() as 'post'
    const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[method]
    const schema = operation?.requestBody?.content['application/json']?.schema
    return schema === undefined ? [] : placesOf(schema)
  }
}

async function issuesOf(route: Route<never>, body: unknown): Promise<readonly Issue[]> {
  const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ID]))
  const request = {
    ...{ method: route.method, path: route.path, rawUrl: route.path, rawHeaders: [], ip: '::1', requestId: 'r' },
    ...{ headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) },
  }
  try {
    await createShapeCheck(route)(request, params, () => false)
    return []
  } catch (error) {
    const { details } = error as { readonly details?: { readonly issues?: readonly Issue[] } }
    if (details?.issues === undefined) throw error
    return details.issues
  }
}

test.each<[string, OpenApiDocument, readonly Route<never>[], number]>([
  ['engine', engineDocument(), ofEngine, 150],
  ['operator', operatorDocument(), ofOperators, 100],
  ['wallet', walletDocument(), userRoutes({} as RouteDeps), 30],
])('%s', async (_name, document, routes, placesMin) => {
  const placesOf = readBodies(document)
  const wrong: string[] = []
  let places = 0
  for (const route of routes) {
    // A null for what must be there is said to be missing, or its object to be none of the alternatives.
    for (const { path, mayBeNull, body } of placesOf(route).filter((one) => one.mayBeNull || !one.isRequired)) {
      const place = path.join('.')
      const isRefused = (await issuesOf(route, body)).some((issue) => issue.path.join('.') === place)
      if (isRefused === mayBeNull) wrong.push(`${route.operationId} ${place}: ${mayBeNull ? 'refused' : 'accepted'}`)
      places += 1
    }
  }
  expect(wrong).toEqual([])
  expect(places).toBeGreaterThan(placesMin)
})
