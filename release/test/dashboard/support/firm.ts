/** A firm as it looks after some days: users with accounts in several states, keys, orders and breaches. */
import type { TestEngine } from '../../../../services/trading-engine/test/support/engine/engine.js'
import { insertPassing } from '../../../../services/trading-engine/test/support/plans/challenges.js'
import { pollUntil } from '../../../../services/trading-engine/test/support/poll-until.js'
import { sessionCookie, type Stack } from './stack.js'

export interface Firm {
  /** The accounts of anna. */
  readonly accounts: Readonly<Record<'busy' | 'halted' | 'locked' | 'ended', string>>
  /** The newest breach of the one that has ended. */
  readonly breachId: string
  readonly challengeId: string
}

export async function seedFirm(stack: Stack): Promise<Firm> {
  const { btc, eth, sol } = await readPrices(stack)
  /** As many as are worth so much. */
  const worth = (dollars: number, price: number): number => Number((dollars / price).toPrecision(2))
  await makeKeys(stack)
  const accounts = {
    busy: await stack.openAccount('anna', 'standard-100k', 'Momentum, both ways'),
    halted: await stack.openAccount('anna', 'one-step-50k', 'One step'),
    locked: await stack.openAccount('anna', 'instant-25k', 'Instant'),
    ended: await stack.openAccount('anna', 'two-step-100k', 'Two steps, first phase'),
  }
  const other = await stack.openAccount('bela', 'standard-100k', 'Index arbitrage')
  await holdCompetition(stack, { anna: accounts.busy, bela: other })
  await trade(stack, 'anna', accounts.busy, { btc, eth, sol })
  await place(stack, 'bela', other, { symbol: 'ETH-USD', side: 'SELL', quantity: worth(80_000, eth) })
  await place(stack, 'anna', accounts.locked, { symbol: 'SOL-USD', side: 'BUY', quantity: worth(20_000, sol) })
  await place(stack, 'anna', accounts.ended, { symbol: 'SOL-USD', side: 'BUY', quantity: worth(130_000, sol) })
  await place(stack, 'anna', accounts.halted, { symbol: 'ETH-USD', side: 'BUY', quantity: worth(4_000, eth) })
  await stack.moveMarket('SOL-USD', Math.round(sol * 0.955))
  const breachId = await untilEnded(stack, accounts.ended)
  await operate(stack.engine, accounts.halted)
  await askForPayout(stack, 'anna', accounts.busy)
  await askForPayout(stack, 'bela', other)
  await certify(stack, 'anna', accounts.halted)
  await listen(stack)
  return { accounts, breachId, challengeId: await beginChallenge(stack, 'anna') }
}

type Prices = Readonly<Record<'btc' | 'eth' | 'sol', number>>

async function readPrices({ engine: { api } }: Stack): Promise<Prices> {
  const read = async (symbol: string): Promise<number> =>
    (await api.get<{ mark_price: number }>(`/v1/price?symbol=${symbol}`)).body.mark_price
  return { btc: await read('BTC-USD'), eth: await read('ETH-USD'), sol: await read('SOL-USD') }
}

type Order = Readonly<Record<string, unknown>>

async function place(stack: Stack, user: string, accountId: string, order: Order): Promise<void> {
  const body = { account_id: accountId, kind: 'MARKET', ...order }
  const { body: answer, text } = await stack.user(user).post<{ order?: { status: string } | null }>('/v1/order', body)
  if (answer.order?.status === undefined || answer.order.status === 'REJECTED') throw new Error(`no order: ${text}`)
}

/** Positions with exits, one closed, working orders, and one that a rule refuses. */
async function trade(stack: Stack, user: string, accountId: string, { btc, eth }: Prices): Promise<void> {
  const at = (price: number): number => Math.round(price)

  await place(stack, user, accountId, { symbol: 'BTC-USD', side: 'BUY', quantity: 0.4 })
  await place(stack, user, accountId, { symbol: 'ETH-USD', side: 'SELL', quantity: 6 })
  await place(stack, user, accountId, { symbol: 'SOL-USD', side: 'BUY', quantity: 40 })
  await place(stack, user, accountId, { symbol: 'SOL-USD', side: 'SELL', quantity: 40 })
  await place(stack, user, accountId, {
    symbol: 'BTC-USD',
    side: 'BUY',
    kind: 'LIMIT',
    price: at(btc * 0.97),
    quantity: 0.2,
  })
  await place(stack, user, accountId, {
    symbol: 'ETH-USD',
    side: 'SELL',
    kind: 'LIMIT',
    price: at(eth * 1.05),
    quantity: 2,
  })
  const exit = { symbol: 'BTC-USD', side: 'SELL', quantity: 0.4, flags: { reduce_only: true } }
  await place(stack, user, accountId, { ...exit, kind: 'STOP', trigger_price: at(btc * 0.95) })
  await place(stack, user, accountId, { ...exit, kind: 'TAKE_PROFIT', trigger_price: at(btc * 1.08) })
  const huge = { account_id: accountId, kind: 'MARKET', symbol: 'BTC-USD', side: 'BUY', quantity: 50 }
  await stack.user(user).post('/v1/order', huge)
  await stack.moveMarket('BTC-USD', at(btc * 1.003))
}

/** One of them has a webhook, which nobody answers. */
async function makeKeys(stack: Stack): Promise<void> {
  const cookie = await sessionCookie({ user: 'anna' })
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-dashboard': '1' }
  for (const key of [
    {
      label: 'Momentum bot',
      permissions: ['READ_ONLY', 'MANAGE_ORDERS', 'TRADE'],
      webhookUrl: 'https://bot.example/hook',
    },
    { label: 'Spreadsheet', permissions: ['READ_ONLY'], ipWhitelist: ['203.0.113.7', '2001:db8::/48'] },
  ]) {
    const response = await fetch(`${stack.url}/api/wallet/api/api-keys`, {
      method: 'POST',
      headers,
      body: JSON.stringify(key),
    })
    if (response.status !== 201) throw new Error(`no key: ${await response.text()}`)
  }
}

async function untilEnded(stack: Stack, accountId: string): Promise<string> {
  const read = () =>
    stack.user('anna').get<readonly { id: string; action: string }[]>(`/v1/account/${accountId}/breaches`)
  const { body } = await pollUntil(read, ({ body: rows }) => rows.some(({ action }) => action === 'TERMINATED'))
  return body.find(({ action }) => action === 'TERMINATED')?.id ?? ''
}

/** Asks for a part of a profit that the firm has paid in: trades would have to make it first. */
async function askForPayout(stack: Stack, user: string, accountId: string): Promise<void> {
  const profit = { direction: 'IN', amount: 4_000, reason: 'Profit of last month', reference: `profit-${user}` }
  const paidIn = await stack.engine.operator.post(`/operator/v1/accounts/${accountId}/capital`, { body: profit })
  if (paidIn.status >= 300) throw new Error(`no profit: ${paidIn.text}`)
  const asked = { amount: 1_500, client_id: `payout-${user}` }
  const { status, text } = await stack.user(user).post(`/v1/account/${accountId}/payouts`, asked)
  if (status >= 300) throw new Error(`no payout: ${text}`)
}

async function beginChallenge(stack: Stack, user: string): Promise<string> {
  const { body, text } = await stack.user(user).post<{ id?: string }>('/v1/challenges', { program_id: TWO_STEP.id })
  if (body.id === undefined) throw new Error(`no challenge: ${text}`)
  return body.id
}

/** A competition under way, with an account of each user in it. */
async function holdCompetition(stack: Stack, accounts: Readonly<Record<string, string>>): Promise<void> {
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
  const terms = {
    id: 'spring',
    name: 'Spring',
    plan_id: 'standard-100k',
    from: at(-1),
    to: at(30),
    visibility: 'NAMED',
  }
  const { status, text } = await stack.engine.operator.post('/operator/v1/competitions', { body: terms })
  if (status !== 201) throw new Error(`no competition: ${text}`)
  for (const [user, accountId] of Object.entries(accounts)) {
    const entry = { account_id: accountId, display_name: user }
    const entered = await stack.user(user).post('/v1/competitions/spring/entries', entry)
    if (entered.status !== 201) throw new Error(`not entered: ${entered.text}`)
  }
}

/** The certificate of an account, as if it had passed: it goes on as it is. */
async function certify(stack: Stack, user: string, accountId: string): Promise<void> {
  await insertPassing(stack.engine, accountId, 1_000_000)
  const { status, text } = await stack.user(user).post(`/v1/account/${accountId}/certificate`, { display_name: 'Anna' })
  if (status !== 200) throw new Error(`no certificate: ${text}`)
}

/** A receiver of the firm, which nobody answers, and a delivery to it. */
async function listen({ engine: { operator } }: Stack): Promise<void> {
  const body = { url: 'https://shop.example/hooks', description: 'the shop' }
  const added = await operator.post<{ id: string }>('/operator/v1/webhook-endpoints', { body })
  const sent = await operator.post(`/operator/v1/webhook-endpoints/${added.body.id}/test`)
  if (sent.status !== 200) throw new Error(`no delivery: ${added.text} ${sent.text}`)
}

const TWO_STEP = {
  ...{ id: 'two-step', name: 'Two steps to 100k', currency: 'USD', reset: { allowed: true } },
  phases: [
    { id: 'one', label: 'Evaluation', plan_id: 'two-step-100k', kind: 'EVALUATION', promotion: 'AUTO' },
    { id: 'funded', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED', requires_kyc: true },
  ],
}

async function operate({ operator }: TestEngine, haltedId: string): Promise<void> {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const events = [
    { id: 'nfp', title: 'Nonfarm payrolls', at: at(20), impact: 'HIGH', currencies: ['USD'] },
    { id: 'ecb', title: 'Rate decision of the ECB', at: at(44), impact: 'MEDIUM', currencies: ['EUR'] },
  ]
  const done = [
    await operator.post(`/operator/v1/accounts/${haltedId}/halt`, {
      body: { reason: 'We look at the trade of Monday' },
    }),
    await operator.request('PUT', '/operator/v1/news', { body: { events } }),
    await operator.request('PUT', '/operator/v1/programs', { body: { programs: [TWO_STEP] } }),
    await operator.post('/operator/v1/grants', { body: { user_id: 'bela', plan_id: 'one-step-50k' } }),
  ]
  for (const { status, text } of done) if (status >= 300) throw new Error(`the operator was refused: ${text}`)
}
