import type { Route } from '@ats/service-kit/http'
import { readEvidence, type ReadEvidenceOptions } from '../../../queries/read-evidence.js'
import { route, type Operator } from '../operator.js'
import { evidenceQuery } from '../schemas/requests.js'
import { foundEvidence } from '../schemas/evidence.js'

export interface EvidenceRouteDependencies {
  readonly evidence: ReadEvidenceOptions
}

export const evidenceRoutes = ({ evidence }: EvidenceRouteDependencies): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/evidence/:id',
    operationId: 'getEvidence',
    summary: 'What a breach, a liquidation or an account’s figures are recomputed from',
    description:
      '`id` is that of a breach, of a liquidated position, or of an account, whose bundles are given one at a time. Rows are as they are stored now; `sealed.seals` has the SHA-256 of each as it was. `check-evidence.mjs` of the operator’s command line recomputes them. What is in no bundle, such as a breach from before there was evidence, has no seals.',
    tags: ['reports'],
    params: { id: 'uuid' },
    query: evidenceQuery,
    responses: { 200: { description: 'A bundle, and where the next one begins.', schema: foundEvidence } },
    errors: ['not_found'],
    handler: async ({ params, query }) => {
      const { bundle, next } = await readEvidence(evidence, params.id, query.after)
      const text = `{"bundle":${JSON.stringify(bundle)},"next":${JSON.stringify(next)}}`
      return { status: 200, bytes: Buffer.from(text) }
    },
  }),
]
