import { buildOpenApi, type AccessDescription, type OpenApiDocument, type Route } from '@ats/service-kit'
import type { Operator } from './operator.js'
import { operatorConflictDetails } from './schemas/responses.js'

/** The document at /openapi.json of the internal listener. */
export const operatorOpenApiOf = (routes: readonly Route<Operator>[]): OpenApiDocument =>
  buildOpenApi({
    title: 'Algorithmic Trading Service: operator',
    version: '1.0.0',
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
  requirements: [{ operatorToken: [], ...(access === 'change' ? { operatorName: [] } : {}) }],
  // X-Operator may be wrong even where nothing else of the request can be.
  errors: access === 'change' ? ['unauthorized', 'invalid_payload'] : ['unauthorized'],
})
