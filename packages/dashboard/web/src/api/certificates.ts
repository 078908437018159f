import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Operations } from '@ats/sdk/types'
import { bodyOf, engine } from './clients.js'
import { send } from './send.js'

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

/** The picture as an address of its own: a browser would go on showing the one before under the same address. */
export const pictureQuery = ({
  certificate,
  signature,
  revoked_at: revokedAt,
}: Pick<Certificate, 'certificate' | 'signature' | 'revoked_at'>) =>
  queryOptions({
    queryKey: [...certificatesQuery.queryKey, 'picture', signature, revokedAt ?? null],
    queryFn: async ({ signal }): Promise<string> => {
      const path = `/api/engine/v1/certificates/${certificate.code}/picture`
      const picture = await (await send(new Request(path, { signal }))).text()
      return `data:image/svg+xml,${encodeURIComponent(picture)}`
    },
    staleTime: Infinity,
  })

/** Where anybody sees it. */
export const publicPageOf = (engineUrl: string, code: string): string => `${engineUrl}/v1/certificates/${code}/page`
