import type { IncomingHttpHeaders } from 'node:http'
import type { HookRecord } from '@ats/contracts'
import type { Reply, RequestIds, Route } from '@ats/service-kit/http'
import { RequestError, scrubCredentials, type Logger } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import { noteDelivery } from '../../commands/hooks/note-delivery.js'
import { capsOf, takeAlert } from '../../commands/hooks/take-alert.js'
import type { Answer } from '../../commands/pipeline/idempotency.js'
import type { RunCommand } from '../../commands/pipeline/run-command.js'
import { placingContext } from '../../commands/placing-context.js'
import type { Alert } from '../../core/decide/alert-move.js'
import { listHookDeliveries } from '../../queries/account-history.js'
import type { ReadAccount } from '../../queries/read-account.js'
import { tryAlert } from '../../queries/try-alert.js'
import { asNumber } from '../../wire/decimals.js'
import { hookDeliveryCodec } from '../../wire/hook-delivery-codec.js'
import { route, visitorOf, type Caller, type HookCaller } from '../caller.js'
import { alertError, invalidAlert, outcomeOf } from '../hooks/alert-error.js'
import { readAlert } from '../hooks/read-alert.js'
import { listReply, windowOf } from '../list-reply.js'
import { alertBody } from '../schemas/alert.js'
import { hookDeliveriesQuery, sendAlertQuery } from '../schemas/queries.js'
import { alertAnswer, hookDeliveries } from '../schemas/responses/hook.js'

export interface HookRouteDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
  readonly newId: () => string
  readonly logger: Logger
  readonly readAccount: ReadAccount
}

/** For senders that can set no headers; on the gateway's listener, for the user of the hook. */
export const alertRoutes = (dependencies: HookRouteDependencies): readonly Route<Caller>[] => [
  route('hook', {
    method: 'POST',
    path: '/v1/hooks/:token',
    operationId: 'sendAlert',
    summary: 'Send an alert, from TradingView or anything else that can set no headers',
    description:
      'JSON, or words as in `buy BTCUSD 0.5 alert_id=7`. Fields are where the template of the hook says, others are ' +
      'ignored. An alert that is repeated is one order: told by its `alert_id`, by all of its bytes where they hold an ' +
      '`id` or a `time`, else by its bytes for 60 s. Only 500 is worth repeating.',
    query: sendAlertQuery,
    tags: ['hooks'],
    params: { token: 'text' },
    nouns: { token: 'hook' },
    body: alertBody,
    rawBody: true,
    textType: 'text/plain',
    responses: { 200: { description: 'Decided: placed, refused by a rule, or nothing to do.', schema: alertAnswer } },
    errors: ['not_found', 'invalid_alert'],
    handler: ({ principal, query, bytes = EMPTY, headers, ip, ids }) =>
      receive(dependencies, { principal, bytes, headers, ip, ids, isTest: query.dry_run === 'true' }),
  }),
]

/** For the user of a hook. */
export const hookRoutes = ({ pool }: Pick<HookRouteDependencies, 'pool'>): readonly Route<Caller>[] => [
  route('any', {
    method: 'GET',
    path: '/v1/hooks/:hook_id/deliveries',
    operationId: 'listHookDeliveries',
    summary: 'The alerts that came by a hook, and what became of each',
    description: 'The newest 1,000 or so. Of a hook that is not yours there are none.',
    tags: ['hooks'],
    params: { hook_id: 'uuid' },
    query: hookDeliveriesQuery,
    responses: { 200: { description: 'Newest first.', schema: hookDeliveries } },
    errors: [],
    handler: async (request) => {
      const { principal, params, query } = request
      const window = windowOf(query)
      const of = { userId: principal.userId, hookId: params.hook_id }
      return listReply(
        await listHookDeliveries(pool, of, window),
        window,
        query,
        ({ receivedAt }) => receivedAt,
        (delivery) => hookDeliveryCodec.json(delivery, asNumber),
        visitorOf(request),
      )
    },
  }),
]

const EMPTY = Buffer.alloc(0)
const BODY_LENGTH_MAX = 2_000

interface Received {
  readonly principal: HookCaller
  readonly bytes: Buffer
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly ids: RequestIds
  readonly isTest: boolean
}

async function receive(dependencies: HookRouteDependencies, received: Received): Promise<Reply> {
  const { hook } = received.principal
  const noted = { hook, ip: received.ip, body: shownBody(received.bytes) }
  const note = (of: Omit<Parameters<typeof noteDelivery>[1], keyof typeof noted>): Promise<void> =>
    noteDelivery(dependencies, { ...noted, ...of }).catch((error: unknown) =>
      dependencies.logger.warn({ ...received.ids, err: error }, 'an alert could not be noted in the log of its hook'),
    )
  try {
    const { answer, deduplication } = await decide(dependencies, received, noted.body)
    const reply = replyOf(hook, answer, deduplication)
    const extra = received.isTest ? 'TEST' : answer.isReplay ? 'REPEATED' : null
    if (extra !== null) await note({ outcome: extra, status: 200, orderId: reply.orderId, message: null })
    return { status: 200, body: reply.body }
  } catch (error) {
    const told = alertError(error)
    await note({ orderId: null, ...outcomeOf(told) })
    throw told
  }
}

async function decide(dependencies: HookRouteDependencies, received: Received, body: string) {
  const { principal, bytes, headers, ip } = received
  const { hook } = principal
  if (!principal.isAddressAllowed)
    throw new RequestError('IP not whitelisted for this API key', `alerts from ${ip} are not allowed`)
  const read = readAlert(bytes, headers, hook.template)
  if ('issues' in read) throw invalidAlert(read.issues)
  const { deduplication, alert } = read.found
  const answer = received.isTest
    ? await testAnswer(dependencies, hook, alert)
    : await takeAlert(dependencies, { ...read.found, hook, ip, body })
  return { answer, deduplication }
}

async function testAnswer({ pool, readAccount }: HookRouteDependencies, hook: HookRecord, alert: Alert) {
  const read = await readAccount(hook.userId, hook.accountId)
  const context = await placingContext(pool, read.account, read.context)
  return { status: 200, text: tryAlert({ ...read, context }, alert, capsOf(hook)), isReplay: false }
}

function replyOf(hook: HookRecord, { text, isReplay }: Answer, deduplication: string) {
  const decided = JSON.parse(text) as { readonly order_id: string | null }
  const body = { hook_id: hook.hookId, ...decided, is_repeated: isReplay, told_by: deduplication }
  return { body, orderId: decided.order_id }
}

/** The beginning of a body as text that can be kept and shown. */
const shownBody = (bytes: Buffer): string =>
  scrubCredentials(bytes.toString('utf8'))
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, BODY_LENGTH_MAX)
    .toWellFormed()
