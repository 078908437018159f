// node docs/examples/challenge.mjs beside npm start: a firm sells a program; a bot buys a challenge, passes it with
// orders in the sandbox, is promoted and paid; its certificate is verified. DATA_DIR as of npm start.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const dataDir = process.env.DATA_DIR ?? join(import.meta.dirname, '..', '..', '.data')
const read = (name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
const { engineUrl, walletUrl } = read('demo.json')
const { url: operatorUrl, people } = read('operator.json')

async function call(method, url, headers, body) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return JSON.parse(text)
}
const as = (person) => (method, path, body) =>
  call(method, `${operatorUrl}/operator/v1${path}`, { Authorization: `Bearer ${people[person]}` }, body)
const [seller, approver] = [as('operator'), as('approver')]

async function until(what, look) {
  for (let round = 0; round < 600; round += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${what} did not come`)
}
const say = (text) => console.log(`\n${text}`)

// The firm: two plans, and the program that leads from one to the other.
const rules = {
  trading_day: { reset_time: '17:00', reset_tz: 'America/New_York' },
  daily_loss: { pct: 5, reference: 'BALANCE', amount_base: 'INITIAL', warn_at_pct: 80, action: 'TERMINATE' },
  max_drawdown: { mode: 'STATIC', pct: 10, on_first_payout: 'KEEP' },
  news_freeze: null,
  exposure: {
    ...{ max_symbol_notional: 100_000, max_total_notional: 100_000, max_leverage: 10 },
    ...{ max_open_orders: 20, max_positions: 5, margin_mode: 'CROSS' },
  },
}
const plan = (id, name, more) => ({
  ...{ id, name, currency: 'USD', initial_balance: 10_000, allowed_venues: ['GMX'] },
  risk_config: { ...rules, objective: null, ...more },
})
const payouts = {
  ...{ first_after_days: 0, every_days: 0, min_amount: 50, buffer_amount: 0, flat: true },
  split: [{ pct: 80 }],
}
await seller('PUT', '/plans', {
  plans: [
    plan('sprint-evaluation-10k', 'Sprint evaluation', { objective: { profit_target_pct: 2, min_trading_days: 0 } }),
    plan('sprint-funded-10k', 'Sprint funded', { payouts }),
  ],
})
const phases = [
  { id: 'evaluation', label: 'Evaluation', plan_id: 'sprint-evaluation-10k', kind: 'EVALUATION', promotion: 'AUTO' },
  { id: 'funded', label: 'Funded', plan_id: 'sprint-funded-10k', kind: 'FUNDED', requires_kyc: true },
]
const { programs } = await seller('PUT', '/programs', {
  programs: [{ id: 'sprint-10k', name: 'Sprint to 10k', currency: 'USD', phases, reset: { allowed: true } }],
})
say(`1. For sale: ${programs[0].id}, version ${programs[0].version}`)

// The shop grants what a trader has bought: the number of the order makes it one grant, however often it is sent.
const user = `trader-${randomUUID().slice(0, 8)}`
await seller('POST', '/challenge-grants', { reference: `order-${user}`, user_id: user, program_id: 'sprint-10k' })
const permissions = ['TRADE', 'MANAGE_ORDERS']
const { key, secret } = await call(...['POST', `${walletUrl}/api/api-keys`, { 'X-User-Id': user }], {
  label: 'bot',
  permissions,
})
const trade = (method, path, body) =>
  call(method, `${engineUrl}/v1${path}`, { 'X-API-Key': key, 'X-API-Secret': secret }, body)
const begun = await trade('POST', '/challenges', { program_id: 'sprint-10k', client_id: 'buy-1' })
say(`2. ${user} has bought challenge ${begun.id}: account ${begun.account_id}`)

/** Buys, lets the sandbox's market rise by 1 % and sells: a profit of about 700 USD. */
async function earn(account) {
  const symbol = 'SOL-USD'
  const { last_price: price } = await call('GET', `${engineUrl}/v1/price?symbol=${symbol}`, {})
  const quantity = Math.floor(70_000 / price)
  const send = async (order) => {
    const { order: placed, violations } = await trade('POST', '/order', {
      ...{ account_id: account, symbol, quantity, kind: 'MARKET', client_id: randomUUID() },
      ...order,
    })
    if (placed === null) throw new Error(`refused: ${violations.map(({ message }) => message).join('; ')}`)
  }
  await send({ side: 'BUY', stop_loss: { offset_pct: 0.5 } })
  await trade('POST', '/sandbox/market', { symbol, price: price * 1.01 })
  await until('the price', async () => {
    const now = await call('GET', `${engineUrl}/v1/price?symbol=${symbol}`, {})
    return now.last_price >= price * 1.009
  })
  await send({ side: 'SELL', flags: { reduce_only: true } })
}

await earn(begun.account_id)
const passed = await until('the pass', async () => {
  const challenge = await trade('GET', `/challenges/${begun.id}`)
  return challenge.status === 'AWAITING_KYC' && challenge
})
say(`3. Passed. It waits for the identity check: ${passed.status}`)
await seller('POST', '/kyc', { user_id: user, status: 'APPROVED', note: 'check 4711' })
const funded = await until('the promotion', async () => {
  const challenge = await trade('GET', `/challenges/${begun.id}`)
  return challenge.status === 'FUNDED' && challenge
})
say(`4. Funded: account ${funded.account_id}`)

await earn(funded.account_id)
const { available } = await trade('GET', `/account/${funded.account_id}/payouts/available`)
const amount = Math.floor(available * 100) / 100
const asked = await trade('POST', `/account/${funded.account_id}/payouts`, { amount, client_id: 'payout-1' })
say(`5. Asked for a payout of ${asked.amount} USD`)
await seller('POST', `/payouts/${asked.id}/propose`, {})
const { version } = (await seller('GET', `/payouts?status=PROPOSED`)).find(({ id }) => id === asked.id)
const paid = await approver('POST', `/payouts/${asked.id}/approve`, { version })
say(`6. ${paid.status}: ${paid.trader_amount} USD for the trader, ${paid.amount} USD out of the account`)
