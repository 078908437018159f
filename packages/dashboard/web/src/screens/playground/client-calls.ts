/** The values of a request, as a call of the SDK or a command has them. */
export interface CallTerms {
  /** As it was typed. */
  readonly value: (name: string) => string
  /** For JavaScript. */
  readonly text: (name: string) => string
  /** For a shell. */
  readonly word: (name: string) => string
  /** The query as an object, without those that are given otherwise; empty when nothing is asked for. */
  readonly query: (...left: readonly string[]) => string
  /** The body as an object. */
  readonly body: string
}

type Call = (terms: CallTerms) => string

/** One page of a history: the SDK reads as many as are taken. */
const history =
  (name: string): Call =>
  ({ query, value }) =>
    `${name}(${query('limit')}).take(${/^\d+$/.test(value('limit')) ? value('limit') : 100})`

const plain =
  (name: string): Call =>
  () =>
    `${name}()`

const withQuery =
  (name: string): Call =>
  ({ query }) =>
    `${name}(${query()})`

const withBody =
  (name: string): Call =>
  ({ body }) =>
    `${name}(${body})`

/** A call about one thing, and what is asked of it. */
const about =
  (name: string, field: string): Call =>
  ({ text, query }) => {
    const rest = query(field)
    return `${name}(${text(field)}${rest === '' ? '' : `, ${rest}`})`
  }

const changing =
  (name: string, field: string): Call =>
  ({ text, body }) =>
    `${name}(${text(field)}, ${body})`

/** The call of the SDK that makes each request. */
export const SDK_CALLS: Readonly<Record<string, Call>> = {
  placeOrder: withBody('trading.orders.place'),
  previewOrder: withBody('trading.orders.preview'),
  placeOrders: ({ body, text }) => `trading.orders.placeAll(${text('account_id')}, (${body}).orders)`,
  listOrders: history('account.orders'),
  getOrder: ({ text }) => `account.order(${text('order_id')})`,
  modifyOrder: changing('account.modify', 'order_id'),
  cancelOrder: ({ text }) => `account.cancel(${text('order_id')})`,
  cancelAllOrders: withBody('account.cancelAll'),
  protectPosition: changing('account.protect', 'position_id'),
  closePosition: withBody('account.close'),
  listPlans: plain('trading.plans'),
  listGrants: history('trading.grants'),
  createAccount: withBody('trading.createAccount'),
  listPrograms: plain('trading.challenges.programs'),
  getProgram: ({ text }) => `trading.challenges.program(${text('program_id')})`,
  createChallenge: withBody('trading.challenges.begin'),
  listChallenges: history('trading.challenges.list'),
  getChallenge: ({ text }) => `trading.challenges.get(${text('challenge_id')})`,
  resetChallenge: changing('trading.challenges.reset', 'challenge_id'),
  listChallengeGrants: history('trading.challenges.grants'),
  listCompetitions: history('trading.competitions.list'),
  getCompetition: ({ text }) => `trading.competitions.board(${text('competition_id')})`,
  enterCompetition: changing('trading.competitions.enter', 'competition_id'),
  listCompetitionEntries: history('trading.competitions.entries'),
  listCertificates: history('trading.certificates.list'),
  getCertificate: ({ text }) => `trading.certificates.get(${text('code')})`,
  getCertificateKey: plain('trading.certificates.key'),
  listAccounts: withQuery('trading.accounts'),
  getAccount: plain('account.get'),
  getAccountSummary: plain('account.summary'),
  listPositions: plain('account.positions'),
  listClosedPositions: history('account.positionsHistory'),
  listTrades: history('account.trades'),
  listTransfers: history('account.ledger'),
  listEvents: history('account.events'),
  getEquityCurve: withQuery('account.equity'),
  listDays: history('account.days'),
  getFunding: withQuery('account.funding'),
  getRisk: plain('account.risk'),
  listBreaches: history('account.breaches'),
  listViolations: history('account.violations'),
  getAnalytics: withQuery('account.analytics'),
  listJournal: history('account.journal'),
  setPositionNote: changing('account.note', 'position_id'),
  getTaxSummary: withQuery('account.taxSummary'),
  getLeverage: withQuery('account.leverage'),
  setLeverage: withBody('account.setLeverage'),
  useKillSwitch: withBody('account.useKillSwitch'),
  liftKillSwitch: plain('account.liftKillSwitch'),
  armDeadManSwitch: withBody('account.armDeadManSwitch'),
  getDeadManSwitch: plain('account.deadManSwitch'),
  disarmDeadManSwitch: plain('account.disarmDeadManSwitch'),
  listWebhookDeliveries: history('trading.webhooks.deliveries'),
  listHookDeliveries: about('trading.hooks.deliveries', 'hook_id'),
  redeliverWebhooks: withBody('trading.webhooks.redeliverAll'),
  redeliverWebhook: ({ text }) => `trading.webhooks.redeliver(${text('delivery_id')})`,
  getPrice: about('trading.market.price', 'symbol'),
  getOrderbook: about('trading.market.orderbook', 'symbol'),
  listPublicTrades: about('trading.market.trades', 'symbol'),
  listTickers: plain('trading.market.tickers'),
  getMetrics: about('trading.market.metrics', 'symbol'),
  getConfig: plain('trading.market.config'),
  listNews: history('trading.market.news'),
  moveMarket: withBody('trading.sandbox.move'),
  releaseMarket: ({ text }) => `trading.sandbox.release(${text('symbol')})`,
  listApiKeys: plain('wallet.keys'),
  createApiKey: withBody('wallet.createKey'),
  updateApiKey: changing('wallet.updateKey', 'id'),
  revokeApiKey: ({ text }) => `wallet.revokeKey(${text('id')})`,
  rotateApiKey: changing('wallet.rotateKey', 'id'),
  rotateWebhookSecret: ({ text }) => `wallet.rotateWebhookSecret(${text('id')})`,
  listKeyActivity: withQuery('wallet.activity'),
  listHooks: plain('wallet.hooks'),
  createHook: withBody('wallet.createHook'),
  updateHook: changing('wallet.updateHook', 'id'),
  revokeHook: ({ text }) => `wallet.revokeHook(${text('id')})`,
  rotateHook: changing('wallet.rotateHook', 'id'),
}

type Command = (terms: CallTerms) => string | null

/** Options of a command, of the fields that are filled in. */
const withOptions =
  (command: string, options: Readonly<Record<string, string>> = {}): Command =>
  ({ value, word }) =>
    [
      command,
      ...Object.entries(options).flatMap(([name, option]) => (value(name) === '' ? [] : [option, word(name)])),
    ].join(' ')

const SPAN = { from: '--from', to: '--to', limit: '--limit' } as const

/** An order that is placed or previewed: by the command, orders at the market and at a limit. */
const order =
  (command: string): Command =>
  ({ value, word }) => {
    const [side, kind] = [value('side').toLowerCase(), value('kind')]
    if (!/^(?:buy|sell)$/.test(side) || (kind !== 'MARKET' && kind !== 'LIMIT')) return null
    const price = kind === 'LIMIT' ? ` --limit ${word('price')}` : ''
    return `${command} ${side} ${word('quantity')} ${word('symbol')}${price}`
  }

/** The command that makes each request, where there is one. */
export const CLI_COMMANDS: Readonly<Record<string, Command>> = {
  placeOrder: order('order place'),
  previewOrder: order('order preview'),
  listOrders: withOptions('order list', { client_id: '--client-id' }),
  getOrder: ({ word }) => `order show ${word('order_id')}`,
  modifyOrder: ({ word, value }) => {
    const options = withOptions('', {
      ...{ price: '--limit', trigger_price: '--trigger', quantity: '--quantity', expires_at: '--expires-at' },
    })
    return `order modify ${word('order_id')}${options({ value, word, text: word, query: () => '', body: '' }) ?? ''}`
  },
  cancelOrder: ({ word }) => `order cancel ${word('order_id')}`,
  cancelAllOrders: withOptions('order cancel-all', { symbol: '--symbol' }),
  closePosition: ({ word, value }) =>
    `positions close ${word('symbol')}${value('quantity') === '' ? '' : ` --quantity ${word('quantity')}`}`,
  listPlans: () => 'accounts plans',
  createAccount: ({ word }) => `accounts create ${word('plan_id')}`,
  listPrograms: () => 'challenges programs',
  createChallenge: ({ word }) => `challenges begin ${word('program_id')}`,
  listChallenges: () => 'challenges list',
  getChallenge: ({ word }) => `challenges show ${word('challenge_id')}`,
  resetChallenge: ({ word }) => `challenges reset ${word('challenge_id')}`,
  listCompetitions: () => 'competitions list',
  getCompetition: ({ word }) => `competitions board ${word('competition_id')}`,
  listCertificates: () => 'certificates list',
  getCertificate: ({ word }) => `certificates show ${word('code')}`,
  listAccounts: () => 'accounts list',
  getAccount: ({ word }) => `accounts show ${word('account_id')}`,
  listPositions: () => 'positions list',
  listClosedPositions: withOptions('positions history', SPAN),
  listEvents: withOptions('events list', { after: '--after', limit: '--limit' }),
  getRisk: () => 'risk',
  useKillSwitch: ({ value }) => `kill-switch on${value('flatten') === 'true' ? ' --flatten' : ''}`,
  liftKillSwitch: () => 'kill-switch off',
  armDeadManSwitch: ({ value }) =>
    /^\d+$/.test(value('timeout_ms')) ? `dead-man on --timeout ${Number(value('timeout_ms')) / 1_000}s` : null,
  getDeadManSwitch: () => 'dead-man status',
  disarmDeadManSwitch: () => 'dead-man off',
  listWebhookDeliveries: withOptions('events deliveries', {
    ...SPAN,
    ...{ status: '--status', key_id: '--key', event_type: '--event' },
  }),
  redeliverWebhooks: withOptions('events resend', {
    ...{ from: '--from', to: '--to', status: '--status', key_id: '--key', event_type: '--event' },
  }),
  redeliverWebhook: ({ word }) => `events resend ${word('delivery_id')}`,
  getPrice: ({ word }) => `prices ${word('symbol')}`,
  listPrices: () => 'prices',
  listApiKeys: () => 'keys list',
  revokeApiKey: ({ word }) => `keys revoke ${word('id')}`,
  listHooks: () => 'hooks list',
  revokeHook: ({ word }) => `hooks revoke ${word('id')}`,
  listHookDeliveries: ({ word }) => `hooks deliveries ${word('hook_id')}`,
}
