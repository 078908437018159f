import { API_VERSION } from '@ats/contracts'
import { buildOpenApi, type AccessDescription, type OpenApiDocument, type Route } from '@ats/service-kit/http'
import type { Operator } from './operator.js'
import { operatorConflictDetails } from './schemas/responses.js'

/** The document at /openapi.json of the internal listener. */
export const operatorOpenApiOf = (routes: readonly Route<Operator>[]): OpenApiDocument =>
  buildOpenApi({
    title: 'Algorithmic Trading Service: operator',
    version: API_VERSION,
    description:
      'Plans, news, accounts, grants and the audit, for who runs the service. Every change leaves a row in the audit.',
    routes,
    securitySchemes: {
      operatorToken: { type: 'http', scheme: 'bearer', description: 'One of OPERATOR_TOKENS.' },
      operatorName: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Operator',
        description: 'Who changes something: 1 to 64 printable ASCII characters, kept in the audit.',
      },
    },
    security: describeAccess,
    errorDetails: { conflict: operatorConflictDetails },
  })

const describeAccess = (access: string): AccessDescription => ({
  needs: access === 'change' ? 'Needs an operator token and the name of the operator.' : 'Needs an operator token.',
  requirements: [{ operatorToken: [], ...(access === 'change' ? { operatorName: [] } : {}) }],
  // X-Operator may be wrong even where nothing else of the request can be.
  errors: ['unauthorized', 'rate_limited', ...(access === 'change' ? (['invalid_payload'] as const) : [])],
  toldOfBudget: 'when-spent',
})
