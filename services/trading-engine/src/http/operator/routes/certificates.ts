import { notFound, type Route } from '@ats/service-kit/http'
import {
  issueCertificate,
  readCertificateKey,
  type CertificateDependencies,
} from '../../../commands/issue-certificate.js'
import { revokeCertificate } from '../../../commands/operator/revoke-certificate.js'
import type { Account } from '../../../core/model/account/account.js'
import { BY_OPERATOR } from '../../../core/model/order/origin.js'
import { listCertificates } from '../../../queries/operator-lists.js'
import { certificateJson, issuedCertificateJson } from '../../../wire/certificate-json.js'
import { listReply, windowOf } from '../../list-reply.js'
import { certificate } from '../../schemas/responses/certificate.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { closingBody } from '../schemas/requests.js'
import { findCertificatesQuery, issuedCertificates } from '../schemas/certificates.js'

export interface OperatorCertificateDependencies extends CertificateDependencies {
  readonly newId: () => string
  readonly contexts: { get(accountId: string): Promise<Account | null> }
}

const tags = ['certificates']
/** Events of a long life are hashed. */
const ISSUED_WITHIN_MS = 20_000

export const operatorCertificateRoutes = (
  dependencies: OperatorCertificateDependencies,
): readonly Route<Operator>[] => [
  route('read', {
    method: 'GET',
    path: '/operator/v1/certificates',
    operationId: 'findCertificates',
    summary: 'Certificates of all users, those signed last first',
    tags,
    query: findCertificatesQuery,
    responses: { 200: { description: 'Those that match.', schema: issuedCertificates } },
    errors: [],
    handler: async ({ query, isGone }) => {
      const window = windowOf(query)
      const { user_id = null, account_id = null } = query
      const page = await listCertificates(dependencies.pool, { user_id, account_id }, window)
      const key = await readCertificateKey(dependencies.pool)
      const json = (one: (typeof page.rows)[number]) => issuedCertificateJson(one, key)
      return listReply(page, window, query, ({ issuedAt }) => issuedAt, json, operatorVisit(isGone))
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/accounts/:account_id/certificate',
    operationId: 'issueCertificateOf',
    summary: 'Issue the certificate of an account that has passed',
    description:
      'It names nobody: the name is for the trader to give. Where there is one, it is the answer, as it is. 409 ' +
      '(`account_state`) for an account that has not passed.',
    tags,
    params: { account_id: 'uuid' },
    answerWithinMs: ISSUED_WITHIN_MS,
    responses: { 200: { description: 'Signed.', schema: certificate } },
    errors: ['conflict'],
    handler: async ({ principal, params }) => {
      const account = await dependencies.contexts.get(params.account_id)
      if (account === null) throw notFound('account')
      const by = { origin: BY_OPERATOR, operator: { ...principal, request: {} } }
      const issued = await issueCertificate(dependencies, account, undefined, by)
      return { status: 200, text: certificateJson(issued, await readCertificateKey(dependencies.pool), 'owner') }
    },
  }),
  route('change', {
    method: 'POST',
    path: '/operator/v1/certificates/:code/revoke',
    operationId: 'revokeCertificate',
    summary: 'Take a certificate back, for good',
    description: 'Anybody with its code is told that, its owner the reason. Asked again it is the answer of before.',
    tags,
    params: { code: 'text' },
    body: closingBody,
    responses: { 200: { description: 'As its owner sees it.', schema: certificate } },
    errors: ['not_found'],
    handler: async ({ principal, params: { code }, body }) => {
      const operator = { ...principal, request: { code, ...body } }
      const revoked = await revokeCertificate(dependencies, { code, reason: body.reason }, operator)
      return { status: 200, text: certificateJson(revoked, await readCertificateKey(dependencies.pool), 'owner') }
    },
  }),
]
