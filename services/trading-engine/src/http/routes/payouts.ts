import type { Pool } from 'pg'
import type { Reply, Route } from '@ats/service-kit/http'
import { cancelPayout, requestPayout } from '../../commands/operator/payouts.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { payoutAvailability } from '../../core/margin/payable.js'
import { payoutEligibility } from '../../core/risk/payout-eligibility.js'
import { usd } from '../../core/values/decimal.js'
import { listPayouts, readPayoutHistory } from '../../queries/operator-lists.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { readPayoutStatement } from '../../queries/read-payout-statement.js'
import { decimalWriter } from '../../wire/decimals.js'
import { availablePayoutCodec, payoutCodec } from '../../wire/account/payout-codec.js'
import { statementCsv } from '../../wire/statement/statement-csv.js'
import { statementDocument, type DocumentToDraw } from '../../wire/statement/statement-document.js'
import { statementSections } from '../../wire/statement/statement-sections.js'
import { answerReply } from '../answer-reply.js'
import { commanderOf, route, visitorOf, type Caller } from '../caller.js'
import { listReply, windowOf } from '../list-reply.js'
import { decimalsQuery, listQuery } from '../schemas/queries.js'
import { payoutRequestBody } from '../schemas/requests.js'
import { scalingProgress } from '../../core/risk/scaling-progress.js'
import { availablePayout, payout, payouts } from '../schemas/responses/payout.js'

export interface PayoutRouteDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
  readonly readAccount: ReadAccount
  /** Draws a document as PDF, apart from the event loop. */
  readonly drawPdf: (document: DocumentToDraw) => Promise<Buffer>
}

const path = '/v1/account/:account_id/payouts'

export const payoutRoutes = (dependencies: PayoutRouteDependencies): readonly Route<Caller>[] => [
  ...payoutChanges(dependencies),
  ...payoutReads(dependencies),
  ...payoutStatements(dependencies),
]

const payoutChanges = ({ runCommand }: PayoutRouteDependencies): readonly Route<Caller>[] => [
  route('TRADE and MANAGE_ORDERS', {
    method: 'POST',
    path,
    operationId: 'requestPayout',
    summary: 'Ask for profit to be paid out',
    description:
      'At most what is available, in whole cents; one request of an account at a time. Where the plan has terms of ' +
      'payouts and they are not met, 409 (`not_eligible`) lists all conditions. The ' +
      'account is debited once two operators have agreed, if it still can spare the amount then.',
    tags: ['accounts'],
    params: { account_id: 'uuid' },
    query: decimalsQuery,
    body: payoutRequestBody,
    responses: { 201: { description: 'The request.', schema: payout } },
    errors: ['conflict'],
    handler: async ({ principal, params, body, query }) => {
      const { amount, client_id: clientId } = body
      const request = { ...commanderOf(principal), accountId: params.account_id, amount: usd(amount), clientId }
      return answerReply(await requestPayout(runCommand, { ...request, write: decimalWriter(query.decimals) }))
    },
  }),
  route('TRADE and MANAGE_ORDERS', {
    method: 'POST',
    path: `${path}/:payout_id/cancel`,
    operationId: 'cancelPayout',
    summary: 'Take back a request that no operator has proposed yet',
    description: 'What it reserves is free again. Doing it again gives the same answer.',
    tags: ['accounts'],
    params: { account_id: 'uuid', payout_id: 'uuid' },
    query: decimalsQuery,
    responses: { 200: { description: 'The payout, CANCELLED.', schema: payout } },
    errors: ['conflict'],
    handler: async ({ principal, params, query }) => {
      const { account_id: accountId, payout_id: payoutId } = params
      const request = { ...commanderOf(principal), accountId, payoutId, write: decimalWriter(query.decimals) }
      return answerReply(await cancelPayout(runCommand, request))
    },
  }),
]

const payoutReads = ({ pool, readAccount }: PayoutRouteDependencies): readonly Route<Caller>[] => [
  route('any', {
    method: 'GET',
    path: `${path}/available`,
    operationId: 'getAvailablePayout',
    hasEtag: true,
    summary: 'What may be asked for now, and the figures that say why',
    description:
      'The least of the profit and of the free margin without unrealised profit, and never below 0; where the plan has ' +
      'terms of payouts, of all `limits`. One request of an account at a time: while `open_payout_id` is not decided, ' +
      'another is refused.',
    tags: ['accounts'],
    params: { account_id: 'uuid' },
    query: decimalsQuery,
    responses: { 200: { description: 'As the account is now.', schema: availablePayout } },
    errors: [],
    handler: async ({ principal, params, query }) => {
      const { account, context } = await readAccount(principal.userId, params.account_id)
      const history = await readPayoutHistory(pool, account)
      const { payouts: terms } = account.plan.risk
      const available = {
        amounts: payoutAvailability(account, context, history.adjustments),
        eligibility: terms === undefined ? null : payoutEligibility(account, terms, history, context),
        history,
        scaling: scalingProgress(account, history.paidSinceScaled, context.now),
      }
      return { status: 200, body: availablePayoutCodec.value(available, decimalWriter(query.decimals)) }
    },
  }),
  route('any', {
    method: 'GET',
    path,
    operationId: 'listPayouts',
    hasEtag: true,
    summary: 'Payouts asked for, and what became of them',
    tags: ['accounts'],
    params: { account_id: 'uuid' },
    query: listQuery,
    responses: { 200: { description: 'Newest first.', schema: payouts } },
    errors: [],
    handler: async (request) => {
      const { principal, params, query } = request
      const { account } = await readAccount(principal.userId, params.account_id)
      const window = windowOf(query)
      const page = await listPayouts(pool, { account_id: account.id }, window)
      const write = decimalWriter(query.decimals)
      const json = (row: (typeof page.rows)[number]) => payoutCodec.json(row, write)
      return listReply(page, window, query, ({ requestedAt }) => requestedAt, json, visitorOf(request))
    },
  }),
]

const STATEMENT = {
  method: 'GET',
  hasEtag: true,
  description:
    'From what was asked for to what was paid, the split tier by tier. Once the payout is decided it stays the same, ' +
    'to the byte.',
  tags: ['accounts'],
  params: { account_id: 'uuid', payout_id: 'uuid' },
  errors: [],
} as const

const payoutStatements = ({ pool, readAccount, drawPdf }: PayoutRouteDependencies): readonly Route<Caller>[] => {
  const read = async (userId: string, ids: Readonly<Record<'account_id' | 'payout_id', string>>) => {
    const { account } = await readAccount(userId, ids.account_id)
    return readPayoutStatement(pool, ids.payout_id, account.id)
  }
  return [
    route('any', {
      ...STATEMENT,
      path: `${path}/:payout_id/statement.csv`,
      operationId: 'getPayoutStatementCsv',
      summary: 'The statement of a payout as a file for spreadsheets',
      responses: { 200: { description: 'A line for each figure; amounts are exact.', contentType: 'text/csv' } },
      handler: async ({ principal, params }) => {
        const text = statementCsv(statementSections(await read(principal.userId, params)))
        return { status: 200, text, headers: fileHeaders('text/csv; charset=utf-8', `${params.payout_id}.csv`) }
      },
    }),
    route('any', {
      ...STATEMENT,
      path: `${path}/:payout_id/statement.pdf`,
      operationId: 'getPayoutStatementPdf',
      summary: 'The statement of a payout as a document to keep',
      answerWithinMs: DRAWN_WITHIN_MS,
      responses: { 200: { description: 'A document of A4 pages.', contentType: 'application/pdf' } },
      handler: async ({ principal, params }): Promise<Reply> => {
        const bytes = await drawPdf(statementDocument(await read(principal.userId, params)))
        return { status: 200, bytes, headers: fileHeaders('application/pdf', `${params.payout_id}.pdf`) }
      },
    }),
  ]
}

/** It may have others before it. */
const DRAWN_WITHIN_MS = 20_000

const fileHeaders = (contentType: string, name: string): Readonly<Record<string, string>> => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="payout-${name}"`,
})
