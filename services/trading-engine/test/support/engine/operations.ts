/** The operations of the engine as its OpenAPI document lists them, and a request for each that is right in itself. */
import { randomUUID } from 'node:crypto'
import { inlineOperation, type InlinedOperation, type OpenApiDocument } from '@ats/service-kit/http'
import type { ApiClient, ApiResponse, FakeWallet } from '@ats/test-kit'
import { PROGRAM_ID } from '../plans/program-file.js'

export interface Operation {
  readonly id: string
  readonly method: string
  /** As in the document: `/v1/account/{account_id}`. */
  readonly template: string
  /** Without references. */
  readonly description: InlinedOperation
}

const known = new WeakMap<OpenApiDocument, readonly Operation[]>()

export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  const operations =
    known.get(document) ??
    Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        template,
        description: inlineOperation(operation, document),
      })),
    )
  known.set(document, operations)
  return operations
}

/** Throws when there is no such operation: a renamed one must not silently drop out of a test. */
export function operationOf(document: OpenApiDocument, id: string): Operation {
  const operation = operationsOf(document).find((each) => each.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}

/** The reads of one account that the operator has as its trader does, as the document of traders names them. */
export const accountReadsOf = (traders: OpenApiDocument): readonly Operation[] =>
  operationsOf(traders).filter(
    ({ method, template, description }) =>
      method === 'GET' &&
      template.startsWith('/v1/account/{account_id}/') &&
      description.responses['200']?.content?.['text/event-stream'] === undefined,
  )

/** The subject of a request: the caller's own account, an order and a position of it. */
export interface Subject {
  readonly accountId: string
  readonly orderId: string
  readonly positionId: string
  /** Id of a webhook delivery; absent: one that does not exist. */
  readonly deliveryId?: string
  /** Id of a challenge; absent: one that does not exist. */
  readonly challengeId?: string
  /** Id of a payout; absent: one that does not exist. */
  readonly payoutId?: string
  /** Code of a certificate; absent: of one that does not exist. */
  readonly code?: string
  /** Id of a competition that its account has entered; absent: of one that does not exist. */
  readonly competitionId?: string
  /** Id of a link between accounts; absent: of one that does not exist. */
  readonly copyLinkId?: string
  /** A notification rule of the caller, and its token; absent: of one that does not exist. */
  readonly ruleId?: string
  readonly unsubscribeToken?: string
  /** Another account of the caller, to be linked with; absent: one that does not exist. */
  readonly followerId?: string
}

interface Parts {
  readonly query?: string
  readonly body?: Readonly<Record<string, unknown>>
}

/** Query and body of a request that is answered 2xx when the subject is the caller's and holds some BTC-USD. */
const PARTS: Readonly<Record<string, (subject: Subject) => Parts>> = {
  sendTestEvent: () => ({ body: {} }),
  sendNotificationMessage: ({ ruleId = randomUUID() }) => ({ body: { rule_id: ruleId } }),
  placeOrder: ({ accountId }) => ({ body: { account_id: accountId, ...RESTING_ORDER } }),
  placeOrders: ({ accountId }) => ({
    body: { account_id: accountId, orders: [{ ...RESTING_ORDER, client_id: randomUUID() }] },
  }),
  previewOrder: ({ accountId }) => ({ body: { account_id: accountId, ...RESTING_ORDER } }),
  protectPosition: () => ({ body: { stop_loss: { trigger_price: 1 } } }),
  getLeverage: () => ({ query: '?symbol=BTC-USD' }),
  renameAccount: () => ({ body: { name: 'Swing' } }),
  setPositionNote: () => ({ body: { tags: ['breakout'] } }),
  getHistoryCsv: () => ({ query: '?table=trades' }),
  getTaxSummary: () => ({ query: '?year=2026' }),
  setLeverage: () => ({ body: { symbol: 'BTC-USD', leverage: 10 } }),
  modifyOrder: () => ({ body: { quantity: RESTING_ORDER.quantity } }),
  cancelAllOrders: () => ({ body: { symbol: 'SOL-USD' } }),
  closePosition: () => ({ body: { symbol: 'BTC-USD', quantity: 0.001 } }),
  armDeadManSwitch: () => ({ body: { timeout_ms: 3_600_000, action: 'CANCEL_ALL' } }),
  useKillSwitch: () => ({ body: { flatten: false } }),
  requestPayout: () => ({ body: { amount: 1, client_id: randomUUID() } }),
  createAccount: () => ({ body: { plan_id: 'standard-100k', challenge_id: randomUUID() } }),
  createChallenge: () => ({ body: { program_id: PROGRAM_ID } }),
  resetChallenge: () => ({ body: {} }),
  issueCertificate: () => ({ body: {} }),
  getOdds: () => ({
    body: {
      plan_id: 'standard-100k',
      model: { trades_per_day: 2, win_rate_pct: 50, average_win: 500, average_loss: 400 },
      ...{ attempts: 10, days: 5 },
    },
  }),
  enterCompetition: ({ accountId }) => ({ body: { account_id: accountId } }),
  createCopyLink: ({ accountId, followerId = randomUUID() }) => ({
    body: { leader_account_id: accountId, follower_account_id: followerId, sizing: { mode: 'FIXED', value: 1 } },
  }),
  changeCopyLink: () => ({ body: { max_delay_ms: 1_000 } }),
  sendAlert: () => ({ body: { action: 'flat', symbol: 'BTC-USD' } }),
  redeliverWebhooks: () => ({ body: { from: '2020-01-01', to: '2020-01-02' } }),
  setFaults: () => ({ body: { faults: [{ do: '500', when: { client_id_prefix: 'never-' } }] } }),
  moveMarket: () => ({ body: { symbol: 'XAU-USD', price: 2_000 } }),
  releaseMarket: () => ({ query: '?symbol=XAU-USD' }),
  getPrice: () => ({ query: '?symbol=BTC-USD' }),
  streamMarket: () => ({ query: '?symbols=BTC-USD' }),
  listPrices: () => ({ query: '?symbols=BTC-USD' }),
  getOrderbook: () => ({ query: '?symbol=BTC-USD' }),
  listPublicTrades: () => ({ query: '?symbol=BTC-USD' }),
  listCandles: () => ({ query: '?symbol=BTC-USD' }),
  listFundingRates: () => ({ query: '?symbol=BTC-USD' }),
  getTickerMetadata: () => ({ query: '?ticker=BTC-USD' }),
  getMetrics: () => ({ query: '?symbol=BTC-USD' }),
}

/** A webhook that no attempt will be made to connect to. */
export const UNREACHABLE_WEBHOOK = 'https://192.0.2.1/hook'

/** A notification rule of a user, for the subject of a request. */
export function ruleFor(wallet: FakeWallet, userId: string): Required<Pick<Subject, 'ruleId' | 'unsubscribeToken'>> {
  const { ruleId, unsubscribeToken } = wallet.issueRule({ userId, channel: 'WEBHOOK', target: UNREACHABLE_WEBHOOK })
  return { ruleId, unsubscribeToken }
}

/** The delivery of a test event to the webhook of the key. */
export async function sendTestEvent(api: ApiClient): Promise<string> {
  const { body, text } = await api.post<{ id?: string }>('/v1/webhook-test-event')
  if (body.id === undefined) throw new Error(`no test event: ${text}`)
  return body.id
}

/** Far from any market: it rests. */
export const RESTING_ORDER = { symbol: 'ETH-USD', side: 'BUY', kind: 'LIMIT', quantity: 0.1, price: 100 } as const

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
}

export function requestFor({ id, method, template }: Operation, subject: Subject): Request {
  const path = template
    .replace('{account_id}', subject.accountId)
    .replace('{order_id}', subject.orderId)
    .replace('{position_id}', subject.positionId)
    .replace('{program_id}', PROGRAM_ID)
    .replace('{competition_id}', subject.competitionId ?? 'none')
    .replace('{copy_link_id}', subject.copyLinkId ?? randomUUID())
    .replace('{code}', subject.code ?? 'A'.repeat(26))
    .replace('{challenge_id}', subject.challengeId ?? randomUUID())
    .replace('{payout_id}', subject.payoutId ?? randomUUID())
    .replace('{hook_id}', randomUUID())
    .replace('{unsubscribe_token}', subject.unsubscribeToken ?? `svc_nu_${'0'.repeat(48)}`)
    .replace('{token}', `svc_hk_${'0'.repeat(64)}`)
    .replace('{delivery_id}', subject.deliveryId ?? randomUUID())
  const { query = '', body } = PARTS[id]?.(subject) ?? {}
  return { method, path: `${path}${query}`, ...(body === undefined ? {} : { body }) }
}

export const sendTo = (api: ApiClient, { method, path, body }: Request): Promise<ApiResponse> =>
  api.request(method, path, body === undefined ? {} : { body })
