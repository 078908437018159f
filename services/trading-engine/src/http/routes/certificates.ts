import { notFound, type Reply, type Route } from '@ats/service-kit/http'
import { issueCertificate, readCertificateKey, type CertificateDependencies } from '../../commands/issue-certificate.js'
import type { Certificate, CertificateContent } from '../../core/model/certificate.js'
import type { Micros } from '../../core/values/time.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { findCertificate, listCertificates } from '../../queries/operator-lists.js'
import { certificatePage, certificatePicture } from '../../wire/certificate-picture.js'
import { certificateJson } from '../../wire/certificate-json.js'
import { commanderOf, route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { certificatesQuery } from '../schemas/queries.js'
import { certificateBody } from '../schemas/requests.js'
import { certificate, certificateKey, certificates } from '../schemas/responses/certificate.js'

export interface CertificateRouteDependencies extends CertificateDependencies {
  readonly readAccount: ReadAccount
  /** As `EngineRuntime.isMadeUp`: there are no certificates then. */
  readonly isMadeUp: boolean
}

const tags = ['certificates']
const params = { code: 'text' } as const
/** Events of a long life are hashed. */
const ISSUED_WITHIN_MS = 20_000

export function certificateRoutes(dependencies: CertificateRouteDependencies): readonly Route<Caller>[] {
  const { pool, isMadeUp } = dependencies
  if (isMadeUp) return []

  async function requireCertificate(code: string): Promise<Certificate> {
    const found = /^[A-Z2-7]{26}$/.test(code) ? await findCertificate(pool, code) : null
    if (found === null) throw notFound('certificate')
    return found
  }
  const show = async (certificate: Certificate, viewer: 'owner' | 'anybody'): Promise<Reply> => ({
    status: 200,
    text: certificateJson(certificate, await readCertificateKey(pool), viewer),
  })
  const drawn = async (
    code: string,
    contentType: string,
    draw: (content: CertificateContent, revokedAt: Micros | null) => string,
  ): Promise<Reply> => {
    const { text, revocation } = await requireCertificate(code)
    const drawing = draw(JSON.parse(text) as CertificateContent, revocation?.at ?? null)
    return { status: 200, text: drawing, headers: { 'Content-Type': contentType } }
  }

  return [
    route('MANAGE_ORDERS', {
      method: 'POST',
      path: '/v1/account/:account_id/certificate',
      operationId: 'issueCertificate',
      summary: 'The certificate of an account that has passed, for anybody who knows its code',
      description:
        'One an account: asked for again it has the same code, and the name that was asked for last. Without `display_name` it names nobody. 409 (`account_state`) for an account that has not passed.',
      tags,
      params: { account_id: 'uuid' },
      body: certificateBody,
      bodyOptional: true,
      answerWithinMs: ISSUED_WITHIN_MS,
      responses: { 200: { description: 'Signed.', schema: certificate } },
      errors: ['conflict'],
      handler: async ({ principal, params, body }) => {
        const { account } = await dependencies.readAccount(principal.userId, params.account_id)
        const { origin } = commanderOf(principal)
        const issued = await issueCertificate(dependencies, account, body.display_name ?? null, { origin })
        return show(issued, 'owner')
      },
    }),
    route('any', {
      method: 'GET',
      path: '/v1/certificates',
      operationId: 'listCertificates',
      summary: "The certificates of the caller's accounts, those signed last first",
      tags,
      query: certificatesQuery,
      responses: { 200: { description: 'Each as anybody with its code sees it.', schema: certificates } },
      errors: [],
      handler: async (request) => {
        const window = windowOf(request.query)
        const page = await listCertificates(pool, { user_id: request.principal.userId }, window)
        const key = await readCertificateKey(pool)
        const json = (one: (typeof page.rows)[number]) => certificateJson(one, key, 'owner')
        return listReply(page, window, request.query, ({ issuedAt }) => issuedAt, json, visitorOf(request))
      },
    }),
    route('public', {
      method: 'GET',
      path: '/v1/certificates/:code',
      operationId: 'getCertificate',
      summary: 'A certificate, for anybody who knows its code',
      tags,
      params,
      responses: { 200: { description: 'Verify it with `docs/verify-certificate.mjs`.', schema: certificate } },
      errors: ['not_found'],
      handler: async ({ params: { code } }) => show(await requireCertificate(code), 'anybody'),
    }),
    route('public', {
      method: 'GET',
      path: '/v1/certificates/:code/picture',
      operationId: 'getCertificatePicture',
      summary: 'A certificate as a picture to share',
      tags,
      params,
      responses: { 200: { description: 'An SVG of 1200 × 630.', contentType: 'image/svg+xml' } },
      errors: ['not_found'],
      handler: ({ params: { code } }) => drawn(code, 'image/svg+xml; charset=utf-8', certificatePicture),
    }),
    route('public', {
      method: 'GET',
      path: '/v1/certificates/:code/page',
      operationId: 'getCertificatePage',
      summary: 'A certificate as a page',
      tags,
      params,
      responses: { 200: { description: 'The picture, on a page.', contentType: 'text/html' } },
      errors: ['not_found'],
      handler: ({ params: { code } }) => drawn(code, 'text/html; charset=utf-8', certificatePage),
    }),
    certificateKeyRoute(pool),
  ]
}

const certificateKeyRoute = (pool: CertificateDependencies['pool']): Route<Caller> =>
  route('public', {
    method: 'GET',
    path: '/v1/certificate-key',
    operationId: 'getCertificateKey',
    summary: 'The public key of certificates',
    tags,
    responses: { 200: { description: 'The same for ever.', schema: certificateKey } },
    errors: [],
    handler: async () => ({ status: 200, body: { public_key: await readCertificateKey(pool) } }),
  })
