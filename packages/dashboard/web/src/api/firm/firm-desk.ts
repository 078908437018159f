/** Reads and changes of operators beside accounts: surveillance, receivers of the firm, competitions, certificates. */
import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, QueryOf } from '@ats/sdk/types'
import type { PageTerms } from '../account-reads.js'
import { bodyOf, operator } from '../clients.js'
import type { operations } from '../generated/operator.js'
import type { Page } from '../pages.js'
import { page, termsOf } from './firm-lists.js'

export type Surveillance = AnswerOf<operations['getSurveillance']>
export type SurveillanceCase = Surveillance['cases'][number]
export type CaseKind = SurveillanceCase['kind']
export type FirmEndpoint = AnswerOf<operations['listWebhookEndpoints']>[number]
export type AddedEndpoint = AnswerOf<operations['addWebhookEndpoint']>
export type FirmDelivery = AnswerOf<operations['listFirmWebhookDeliveries']>[number]
export type FirmCompetition = AnswerOf<operations['findCompetitions']>[number]
export type FirmBoard = AnswerOf<operations['getOperatedCompetition']>
export type IssuedCertificate = AnswerOf<operations['findCertificates']>[number]

type SurveillanceTerms = Pick<QueryOf<operations['getSurveillance']>, 'from' | 'to' | 'kind' | 'offset'>

export const CASES_A_PAGE = 20

/** A report takes seconds: it is made when it is asked for, and not again by itself. */
export const surveillanceQuery = (terms: SurveillanceTerms) =>
  queryOptions({
    queryKey: ['firm', 'surveillance', terms],
    queryFn: ({ signal }): Promise<Surveillance> =>
      bodyOf(
        operator.GET('/operator/v1/surveillance', { params: { query: { ...terms, limit: CASES_A_PAGE } }, signal }),
      ),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

export const firmEndpointsQuery = queryOptions({
  queryKey: ['firm', 'webhook-endpoints'],
  queryFn: ({ signal }): Promise<readonly FirmEndpoint[]> =>
    bodyOf(operator.GET('/operator/v1/webhook-endpoints', { signal })),
})

export const FIRM_DELIVERIES_KEY = ['firm', 'webhook-deliveries'] as const

type DeliveryFilter = Pick<QueryOf<operations['listFirmWebhookDeliveries']>, 'endpoint_id' | 'status' | 'event_type'>

export const readFirmDeliveries = (filter: DeliveryFilter, terms: PageTerms): Promise<Page<FirmDelivery>> =>
  page(operator.GET('/operator/v1/webhook-deliveries', termsOf(filter, terms)))

/** Its secret is in this answer alone. */
export const addFirmEndpoint = (body: BodyOf<operations['addWebhookEndpoint']>): Promise<AddedEndpoint> =>
  bodyOf(operator.POST('/operator/v1/webhook-endpoints', { body }))

const endpoint = (id: string) => ({ params: { path: { endpoint_id: id } } })

export const removeFirmEndpoint = (id: string) =>
  bodyOf(operator.DELETE('/operator/v1/webhook-endpoints/{endpoint_id}', endpoint(id)))

export const testFirmEndpoint = (id: string): Promise<FirmDelivery> =>
  bodyOf(operator.POST('/operator/v1/webhook-endpoints/{endpoint_id}/test', endpoint(id)))

export const redeliverToFirm = (id: string): Promise<FirmDelivery> =>
  bodyOf(
    operator.POST('/operator/v1/webhook-deliveries/{delivery_id}/redeliver', { params: { path: { delivery_id: id } } }),
  )

export const FIRM_COMPETITIONS_KEY = ['firm', 'competitions'] as const

export const readFirmCompetitions = (terms: PageTerms): Promise<Page<FirmCompetition>> =>
  page(operator.GET('/operator/v1/competitions', termsOf({}, terms)))

/** As old as the service lets it be. */
export const firmBoardQuery = (id: string) =>
  queryOptions({
    queryKey: [...FIRM_COMPETITIONS_KEY, 'board', id],
    queryFn: ({ signal }): Promise<FirmBoard> =>
      bodyOf(
        operator.GET('/operator/v1/competitions/{competition_id}', {
          params: { path: { competition_id: id } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
  })

export const announceCompetition = (body: BodyOf<operations['createCompetition']>) =>
  bodyOf(operator.POST('/operator/v1/competitions', { body }))

export const closeCompetition = (id: string, reason: string) =>
  bodyOf(
    operator.POST('/operator/v1/competitions/{competition_id}/close', {
      params: { path: { competition_id: id } },
      body: { reason },
    }),
  )

export const FIRM_CERTIFICATES_KEY = ['firm', 'certificates'] as const

type CertificateFilter = Pick<QueryOf<operations['findCertificates']>, 'user_id' | 'account_id'>

export const readFirmCertificates = (filter: CertificateFilter, terms: PageTerms): Promise<Page<IssuedCertificate>> =>
  page(operator.GET('/operator/v1/certificates', termsOf(filter, terms)))

export const issueCertificateOf = (accountId: string) =>
  bodyOf(
    operator.POST('/operator/v1/accounts/{account_id}/certificate', { params: { path: { account_id: accountId } } }),
  )

export const revokeCertificate = (code: string, reason: string) =>
  bodyOf(operator.POST('/operator/v1/certificates/{code}/revoke', { params: { path: { code } }, body: { reason } }))
