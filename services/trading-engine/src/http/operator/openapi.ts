import { API_VERSION } from '@ats/contracts'
import { buildOpenApi, type AccessDescription, type OpenApiDocument, type Route } from '@ats/service-kit/http'
import { TAGS as TRADERS_TAGS } from '../openapi.js'
import { RIGHTS, type Operator, type OperatorAccess } from './operator.js'
import { OPERATOR_EXAMPLES, OPERATOR_EXAMPLE_BODIES } from './schemas/example-bodies.js'
import { operatorConflictDetails } from './schemas/responses.js'

/** The document at /openapi.json of the internal listener. */
export const operatorOpenApiOf = (routes: readonly Route<Operator>[]): OpenApiDocument =>
  buildOpenApi({
    title: 'Algorithmic Trading Service: operator',
    version: API_VERSION,
    description:
      'Plans, news, accounts, grants and the audit, for who runs the service. Every change leaves a row in the audit, with the name of the token.',
    tags: TAGS,
    routes,
    examples: OPERATOR_EXAMPLES,
    bodies: OPERATOR_EXAMPLE_BODIES,
    securitySchemes: {
      operatorToken: { type: 'http', scheme: 'bearer', description: 'A token of OPERATORS.' },
      operatorName: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Operator',
        description: 'A note for the audit, beside the name of the token: 1 to 64 printable ASCII characters.',
      },
    },
    security: describeAccess,
    errorDetails: { conflict: operatorConflictDetails },
  })

const TAGS = {
  ...TRADERS_TAGS,
  plans: 'Plans and their versions.',
  challenges: 'Grants of challenges, promotions to the next phase, identity checks and contracts.',
  programs: 'What is sold: phases in their order, each on a plan.',
  news: 'The calendar of news that freezes symbols.',
  accounts: 'Accounts: found, read, halted, resumed, closed, and moved capital of.',
  grants: 'Plans that users may open accounts of.',
  payouts: 'Payouts that traders have asked for: proposed, approved and rejected.',
  reports: 'All accounts together: exposure, breaches, health, audit, evidence and recorded prices.',
  wallets: 'The wallets that LIVE accounts trade with.',
}

const ALONE = { operatorToken: [] }

const describeAccess = (access: string): AccessDescription => {
  const roles = RIGHTS[access as OperatorAccess]
  return {
    needs: `Needs a token of the role ${roles.join(', ')}.`,
    requirements: access === 'read' ? [ALONE] : [{ ...ALONE, operatorName: [] }, ALONE],
    errors: ['unauthorized', 'rate_limited', ...(access === 'read' ? [] : (['permission_denied'] as const))],
    toldOfBudget: 'when-spent',
  }
}
