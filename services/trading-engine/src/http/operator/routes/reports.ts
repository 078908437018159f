import { writeInTurns } from '@ats/service-kit/async'
import { notFound, type Route } from '@ats/service-kit/http'
import { checkLedger, type CheckLedgerOptions } from '../../../queries/check-ledger.js'
import { findBreaches, listAudit } from '../../../queries/operator-lists.js'
import { asNumber, decimalWriter } from '../../../wire/decimals.js'
import { foundBreachCodec } from '../../../wire/operator/account-codec.js'
import { auditCodec } from '../../../wire/operator/audit-codec.js'
import { differenceCodec } from '../../../wire/operator/ledger-check-codec.js'
import { limitHeader, listReply, windowOf } from '../../list-reply.js'
import { operatorVisit, route, type Operator } from '../operator.js'
import { auditQuery, findBreachesQuery, ledgerCheckQuery, LEDGER_CHECK_LIMIT } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

const tags = ['reports']

export function reportRoutes({ pool, catalogue }: CheckLedgerOptions): readonly Route<Operator>[] {
  return [
    route('read', {
      method: 'GET',
      path: '/operator/v1/breaches',
      operationId: 'findBreaches',
      summary: 'Breaches of all accounts, newest first',
      tags,
      query: findBreachesQuery,
      responses: { 200: { description: 'Those that match.', schema: answers.foundBreaches } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const { account_id = null, user_id = null, plan_id = null, rule = null, severity = null } = query
        const page = await findBreaches(pool, { account_id, user_id, plan_id, rule, severity }, window)
        const write = decimalWriter(query.decimals)
        return listReply(
          page,
          window,
          query,
          ({ at }) => at,
          (breach) => foundBreachCodec.json(breach, write),
          operatorVisit(isGone),
        )
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/audit',
      operationId: 'listAudit',
      summary: 'Who changed what, newest first',
      description:
        'In place of a `request` or `outcome` of more than 4,096 bytes, such as a file, stands `{omitted_bytes}`; with `limit=1` it is whole.',
      tags,
      query: auditQuery,
      responses: { 200: { description: 'Those that match.', schema: answers.audit } },
      errors: [],
      handler: async ({ query, isGone }) => {
        const window = windowOf(query)
        const { operator = null, action = null, subject = null } = query
        const page = await listAudit(pool, { operator, action, subject }, window)
        return listReply(
          page,
          window,
          query,
          ({ at }) => at,
          (entry) => auditCodec.json(entry, asNumber),
          operatorVisit(isGone),
        )
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/ledger-check',
      operationId: 'checkLedger',
      summary: 'Recompute balances, postings, charges for time and the numbering of events',
      description:
        'A page of accounts, all as of one moment; with live prices, what was charged for time is compared with the rates and marks that were published; `next` is the `after` of the next page. Accounts with millions of rows need a smaller `limit`. Of each check, the first 1,000 differences of a page are listed.',
      tags,
      query: ledgerCheckQuery,
      responses: { 200: { description: 'What was read, and the differences.', schema: answers.checkedLedger } },
      errors: ['not_found'],
      handler: async ({ query, isGone }) => {
        const { account_id: accountId = null, after = null, limit } = query
        const applied = Math.min(limit, LEDGER_CHECK_LIMIT.max)
        const checked = await checkLedger({ pool, catalogue }, { accountId, after, limit: applied })
        if (accountId !== null && checked.accounts === 0) throw notFound('account')
        const { differences, next, ...counts } = checked
        const list = await writeInTurns(
          differences,
          (one) => differenceCodec.json(one, asNumber),
          operatorVisit(isGone),
        )
        const pieces = [
          `${JSON.stringify(counts).slice(0, -1)},"differences":`,
          'text' in list ? list.text : list.bytes,
          `,"next":${JSON.stringify(next)}}`,
        ]
        const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
        return { status: 200, bytes, headers: limitHeader(applied, limit) }
      },
    }),
  ]
}
