import type { OpenApiDocument } from '@ats/service-kit/http'
import { openApiOf } from './http/openapi.js'
import { operatorOpenApiOf } from './http/operator/openapi.js'
import { labOpenApiOf } from './http/lab/lab-openapi.js'
import { labRoutes, type LabRouteDependencies } from './http/lab/lab-routes.js'
import { operatorRoutes, type OperatorRouteDependencies } from './http/operator/routes.js'
import { engineRoutes, type EngineRouteDependencies } from './http/routes.js'

const traders = () => engineRoutes({ market: {}, config: { NODE_ENV: 'development' } } as EngineRouteDependencies)

/** The document of the API for bots as development serves it, made without an engine: for the clients made from it. */
export const engineDocument = (): OpenApiDocument => openApiOf(traders(), { AUTH_MODE: 'required' }, false)

/** The document of the operator's API, likewise. */
export const operatorDocument = (): OpenApiDocument =>
  operatorOpenApiOf(operatorRoutes({} as OperatorRouteDependencies, traders()))

/** The document of the laboratory's own API, likewise. */
export const labDocument = (): OpenApiDocument =>
  labOpenApiOf(labRoutes({} as LabRouteDependencies), { AUTH_MODE: 'required' })
