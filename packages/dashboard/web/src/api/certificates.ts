import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'

export type Certificate = AnswerOf<Operations['listCertificates']>[number]

const LIMIT = 100

/** The certificates of the user's accounts. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }): Promise<readonly Certificate[]> =>
    bodyOf(engine.GET('/v1/certificates', { params: { query: { limit: LIMIT } }, signal })),
})

/** Issues the certificate of an account that has passed, or gives it another name; null: it names nobody. */
export const issueCertificate = (accountId: string, displayName: string | null): Promise<Certificate> =>
  bodyOf(
    engine.POST('/v1/account/{account_id}/certificate', {
      params: { path: { account_id: accountId } },
      body: displayName === null ? {} : { display_name: displayName },
    }),
  )

/** The picture as this page's own server gives it; another one for each signature, so that none is an old one. */
export const pictureOf = ({ certificate, signature }: Pick<Certificate, 'certificate' | 'signature'>): string =>
  `/api/engine/v1/certificates/${certificate.code}/picture#${encodeURIComponent(signature.slice(0, 16))}`

/** Where anybody sees it. */
export const publicPageOf = (engineUrl: string, code: string): string => `${engineUrl}/v1/certificates/${code}/page`
