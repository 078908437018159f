import { computeFigures } from '../../core/margin/figures.js'
import { objectiveStates } from '../../core/risk/objective-states.js'
import { dayCodec } from '../../wire/account/day-codec.js'
import { days } from '../schemas/responses/day.js'
import { readTradingDays } from '../../queries/read-trading-days.js'
import type { Visitor } from '@ats/service-kit/async'
import type Joi from 'joi'
import type { Pool } from 'pg'
import type { Reply, Route } from '@ats/service-kit/http'
import type { Micros } from '../../core/values/time.js'
import type { Catalogue } from '../../market/catalogue.js'
import type { Market } from '../../market/market.js'
import { riskJson, type AccountTexts } from '../../queries/account-texts.js'
import type { ReadAccountOdds } from '../../queries/read-account-odds.js'
import type { AccountRead, ReadAccount } from '../../queries/read-account.js'
import { readAnalytics } from '../../queries/read-analytics.js'
import { readEquityCurve } from '../../queries/read-equity-curve.js'
import {
  listAdjustments,
  listBreaches,
  listClosedPositions,
  listEvents,
  listFills,
  listFunding,
  listHardBreaches,
  listTransfers,
  sumFunding,
  type Page,
  type TimeWindow,
} from '../../queries/account-history.js'
import { analyticsCodec } from '../../wire/account/analytics-codec.js'
import { breachCodec } from '../../wire/account/breach-codec.js'
import { decimalWriter, type WriteDecimal } from '../../wire/decimals.js'
import { equityCurveCodec } from '../../wire/account/equity-codec.js'
import { eventText } from '../../wire/event-body.js'
import { fundingCodec } from '../../wire/account/funding-codec.js'
import { profitAdjustmentCodec } from '../../wire/account/profit-adjustment-codec.js'
import { objectivesCodec } from '../../wire/account/objective-codec.js'
import { transferCodec } from '../../wire/account/transfer-codec.js'
import { closedPositionCodec, positionCodec, valuedPositions } from '../../wire/account/position-codec.js'
import * as schemas from '../../wire/codec/schemas.js'
import { tradeCodec } from '../../wire/order/trade-codec.js'
import { route, visitorOf, type Caller } from '../caller.js'
import { limitHeader, listHeaders, listReply, windowOf } from '../list-reply.js'
import { DAYS_LIMIT, HISTORY_LIMIT } from '../schemas/limits.js'
import {
  analyticsQuery,
  daysQuery,
  decimalsQuery,
  equityQuery,
  eventsQuery,
  listQuery,
  openPositionsQuery,
  riskQuery,
  type DecimalsQuery,
  type ListQuery,
} from '../schemas/queries.js'
import { account, summary } from '../schemas/responses/account.js'
import { analytics } from '../schemas/responses/analytics.js'
import { breaches, hardViolations } from '../schemas/responses/breach.js'
import { equityCurve } from '../schemas/responses/equity.js'
import { events } from '../schemas/responses/event.js'
import { funding } from '../schemas/responses/funding.js'
import { objectives } from '../schemas/responses/objectives.js'
import { closedPositions, positions } from '../schemas/responses/position.js'
import { risk } from '../schemas/responses/risk.js'
import { trades } from '../schemas/responses/trade.js'
import { transfers } from '../schemas/responses/transfer.js'

export interface AccountReadDependencies {
  readonly pool: Pool
  readonly readAccount: ReadAccount
  readonly market: Market
  readonly accountTexts: AccountTexts
  readonly readAccountOdds: ReadAccountOdds
  readonly catalogue: Pick<Catalogue, 'all'>
}

/** A read of one account: where it is, what it takes and gives, and how it comes from the account. */
interface AccountReadRow<Query> {
  /** Behind `/v1/account/:account_id`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly query: Joi.ObjectSchema<Query>
  readonly description: string
  readonly schema: Joi.Schema
  readonly answer: (read: AccountRead, query: Query, write: WriteDecimal, visitor: Visitor) => Reply | Promise<Reply>
}

const common = { tags: ['accounts'], params: { account_id: 'uuid' }, hasEtag: true, errors: [] } as const

/** The reads of spec 4.2, the ledger and the equity curve. */
export function accountReads({
  pool,
  market,
  readAccount,
  accountTexts,
  readAccountOdds,
  catalogue,
}: AccountReadDependencies): readonly Route<Caller>[] {
  const share = (...of: Parameters<AccountTexts>): Reply => ({ status: 200, ...accountTexts(...of) })
  const read = <Query extends DecimalsQuery>({ path, description, schema, answer, ...row }: AccountReadRow<Query>) =>
    route('any', {
      method: 'GET',
      path: `/v1/account/:account_id${path}`,
      ...row,
      ...common,
      responses: { 200: { description, schema } },
      handler: async (request) => {
        const found = await readAccount(request.principal.userId, request.params.account_id)
        return answer(found, request.query, decimalWriter(request.query.decimals), visitorOf(request))
      },
    })
  return [
    read({
      path: '',
      operationId: 'getAccount',
      summary: 'The account record',
      query: decimalsQuery,
      description: 'The account.',
      schema: account,
      answer: (read, _query, write) => share('account', read, write),
    }),
    read({
      path: '/summary',
      operationId: 'getAccountSummary',
      summary: 'Equity, margin and PnL at this moment',
      query: decimalsQuery,
      description: 'The live snapshot.',
      schema: summary,
      answer: (read, _query, write) => share('summary', read, write),
    }),
    read({
      path: '/positions',
      operationId: 'listPositions',
      summary: 'Open positions',
      query: openPositionsQuery,
      description: 'Newest first; all of them unless a limit is sent.',
      schema: positions,
      answer: ({ account, context }, { limit }, write) => {
        if (limit === undefined) return share('positions', { account, context }, write)
        const applied = Math.min(limit, HISTORY_LIMIT.max)
        const positions = valuedPositions(account, context).slice(0, applied)
        return {
          ...ok(positions.map((position) => positionCodec.value(position, write))),
          headers: limitHeader(applied, limit),
        }
      },
    }),
    read({
      path: '/positions/history',
      operationId: 'listClosedPositions',
      summary: 'Closed positions, by the time they closed',
      query: listQuery,
      description: 'Newest first.',
      schema: closedPositions,
      answer: listOf(pool, listClosedPositions, ({ closedAt }) => closedAt ?? 0, closedPositionCodec.json),
    }),
    read({
      path: '/trades',
      operationId: 'listTrades',
      summary: 'Fills',
      query: listQuery,
      description: 'Newest first.',
      schema: trades,
      answer: listOf(pool, listFills, ({ at }) => at, tradeCodec.json),
    }),
    read({
      path: '/ledger',
      operationId: 'listTransfers',
      summary: 'The ledger: every transfer that made the balance',
      query: listQuery,
      description: 'Newest first. Amounts above 0 were received; they add up to the balance, exactly.',
      schema: transfers,
      answer: listOf(pool, listTransfers, ({ at }) => at, transferCodec.json),
    }),
    route('any', {
      method: 'GET',
      path: '/v1/account/:account_id/events',
      operationId: 'listEvents',
      summary: 'Lifecycle events after a sequence: what webhooks send, for catching up',
      ...common,
      query: eventsQuery,
      responses: {
        200: {
          description:
            'Oldest first, without gaps. Each is the very body that webhooks send, so its decimals are JSON numbers. Go on ' +
            'with `after` = the last sequence while `X-Has-More` is true.',
          schema: events,
        },
      },
      handler: async ({ principal, params, query }) => {
        const { account } = await readAccount(principal.userId, params.account_id)
        const limit = Math.min(query.limit, HISTORY_LIMIT.max)
        const { rows, hasMore } = await listEvents(pool, account.id, query.after, limit)
        return {
          status: 200,
          text: `[${rows.map(eventText).join(',')}]`,
          headers: { 'X-Has-More': String(hasMore), ...limitHeader(limit, query.limit) },
        }
      },
    }),
    read({
      path: '/equity',
      operationId: 'getEquityCurve',
      summary: 'Balance and equity over time',
      query: equityQuery,
      description:
        'Oldest first: the ends of intervals (UTC) between `from` and `to` at which the account was there, at most 1,000, ' +
        'and the present when there is no `to`. Without `from`, since the account was opened or as far back as that goes. ' +
        '`equity` is null where the mark of something held at that moment is not known. `floors` are those in force then; ' +
        'one that trails the highest equity within the day follows that of the points, where a day had a new one.',
      schema: equityCurve,
      answer: async (read, query, write, visitor) => {
        const curve = await readEquityCurve(pool, market, read, query, visitor)
        return ok(equityCurveCodec.value({ account: read.account, curve }, write))
      },
    }),
    read({
      path: '/days',
      operationId: 'listDays',
      summary: 'Trading days: results, lowest equity and breaches of each',
      query: daysQuery,
      description:
        "Newest first, by the time each began: the plan's reset. A day in which nobody looked at the account is part of " +
        'the one before.',
      schema: days,
      answer: async (read, query, write, visitor) => {
        const window = windowOf(query, DAYS_LIMIT)
        const page = await readTradingDays(pool, market, read, window, visitor)
        return listReply(
          page,
          window,
          query,
          ({ at }) => at,
          (day) => dayCodec.json(day, write),
          visitor,
        )
      },
    }),
    read({
      path: '/funding',
      operationId: 'getFunding',
      summary: 'Funding paid and received, by asset class',
      query: listQuery,
      description: 'Amounts above 0 were received. Totals are of the whole window, payments its newest ones.',
      schema: funding,
      answer: async ({ account, context }, query, write) => {
        const window = windowOf(query)
        const [sums, page] = await Promise.all([
          sumFunding(pool, account.id, window),
          listFunding(pool, account.id, window),
        ])
        const read = { account, window, sums, payments: page.rows, instruments: context.instruments }
        return {
          ...ok(fundingCodec.value(read, write)),
          headers: listHeaders(page, window, query, ({ transfer }) => transfer.at),
        }
      },
    }),
    read({
      path: '/risk',
      operationId: 'getRisk',
      summary: 'How far the account is from each limit of its plan',
      query: riskQuery,
      description:
        'Every limit with its value and headroom, the floor in force, what the next reset makes of the floors if nothing ' +
        'changes, and how far the objective is met. News freezes: the current or next one of what is held or waited for, ' +
        'and of every other symbol the account may trade what is frozen now or will be within the hour. Streams and ' +
        '`GET /v1/accounts` tell the former alone.',
      schema: risk,
      answer: async (read, { odds }, write, { isGone }) =>
        odds === 'true'
          ? { status: 200, text: riskJson(read, catalogue.all, write, await readAccountOdds(read, isGone)) }
          : share('risk', read, write),
    }),
    read({
      path: '/objectives',
      operationId: 'getObjectives',
      summary: 'How far the account is from its objective',
      query: decimalsQuery,
      description:
        'Each part of it with what it is, what it has to be, and a sentence. Days and consistency that are not met are ' +
        'not met yet, and never a breach.',
      schema: objectives,
      answer: ({ account, context }, _query, write) => {
        const { equity } = computeFigures(account, context)
        return ok(objectivesCodec.value({ account, states: objectiveStates(account, equity, context.now) }, write))
      },
    }),
    read({
      path: '/breaches',
      operationId: 'listBreaches',
      summary: 'Breaches of the rules of the plan',
      query: listQuery,
      description: 'Newest first.',
      schema: breaches,
      answer: listOf(pool, listBreaches, ({ at }) => at, breachCodec.json),
    }),
    read({
      path: '/profit-adjustments',
      operationId: 'listProfitAdjustments',
      summary: 'What rules have taken off the profit that can be paid',
      query: listQuery,
      description: 'Newest first. Balance, equity and floors know nothing of it.',
      schema: schemas.listOf(profitAdjustmentCodec.schema),
      answer: listOf(pool, listAdjustments, ({ at }) => at, profitAdjustmentCodec.json),
    }),
    read({
      path: '/violations',
      operationId: 'listViolations',
      summary: 'Hard violations, which terminate the account',
      query: listQuery,
      description: 'Newest first.',
      schema: hardViolations,
      answer: listOf(pool, listHardBreaches, ({ at }) => at, breachCodec.json),
    }),
    read({
      path: '/analytics',
      operationId: 'getAnalytics',
      summary: 'Trading results over closed positions',
      query: analyticsQuery,
      description: 'Net of fees and funding; of the positions that closed within `from` and `to`, else of all.',
      schema: analytics,
      answer: async (read, { from = null, to = null, group_by: by = null }, write) =>
        ok(analyticsCodec.value(await readAnalytics(pool, read, { from, to }, by), write)),
    }),
  ]
}

const ok = (body: unknown): Reply => ({ status: 200, body })

/** A page of an account's past, by the time that `timeOf` gives its rows. */
const listOf =
  <T>(
    pool: Pool,
    list: (pool: Pool, accountId: string, window: TimeWindow) => Promise<Page<T>>,
    timeOf: (row: T) => Micros,
    json: (row: T, write: WriteDecimal) => string,
  ): AccountReadRow<ListQuery>['answer'] =>
  async ({ account }, query, write, visitor) => {
    const window = windowOf(query)
    const page = await list(pool, account.id, window)
    return listReply(page, window, query, timeOf, (row) => json(row, write), visitor)
  }
