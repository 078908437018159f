import { API_VERSION, LAB_CONFLICTS } from '@ats/contracts'
import { buildOpenApi, type OpenApiDocument, type Route } from '@ats/service-kit/http'
import type { EngineConfig } from '../../config.js'
import { oneOf, record } from '../../wire/codec/schemas.js'
import type { Caller } from '../caller.js'
import { LAB_EXAMPLES, LAB_EXAMPLE_BODIES } from './lab-examples.js'
import { describeAccess, KEY_SCHEMES } from '../openapi.js'
import { candidatesDetails } from '../schemas/responses/error-details.js'

/** The document of the laboratory's own API; that of a run is the engine's. */
export const labOpenApiOf = (
  routes: readonly Route<Caller>[],
  config: Pick<EngineConfig, 'AUTH_MODE'>,
): OpenApiDocument =>
  buildOpenApi({
    title: 'Algorithmic Trading Service: laboratory',
    version: API_VERSION,
    description: 'Runs of a plan on a tape of prices, under a clock that the caller moves.',
    tags: { lab: 'Runs: an account on a tape, in an engine of its own.' },
    routes,
    examples: LAB_EXAMPLES,
    bodies: LAB_EXAMPLE_BODIES,
    servesMetrics: true,
    securitySchemes: KEY_SCHEMES,
    security: (access) => describeAccess(access, config),
    errorDetails: {
      invalid_payload: candidatesDetails,
      not_found: candidatesDetails,
      conflict: record({ reason: oneOf(LAB_CONFLICTS, 'ConflictReason') }),
    },
  })
