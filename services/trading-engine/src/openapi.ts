import type { OpenApiDocument } from '@ats/service-kit'
import { openApiOf } from './http/openapi.js'
import { engineRoutes, type EngineRouteDependencies } from './http/routes.js'

/** The document of the API for bots as development serves it, made without an engine: for the clients made from it. */
export function engineDocument(): OpenApiDocument {
  const dependencies = { market: {}, config: { NODE_ENV: 'development' } } as EngineRouteDependencies
  return openApiOf(engineRoutes(dependencies), { AUTH_MODE: 'required' }, false)
}
