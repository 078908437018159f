// node docs/examples/challenge.mjs beside npm start: a firm sells a program; a bot buys a challenge, passes it with
// orders in the sandbox, is promoted, paid, and shows a certificate. DATA_DIR as of npm start. docs/CHALLENGES.md says more.
import { createPublicKey, randomUUID, verify } from 'node:crypto'
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

// The firm puts a program on sale: two plans, and the way from one to the other.
const file = (name) => JSON.parse(readFileSync(join(import.meta.dirname, 'challenge', name), 'utf8'))
await seller('PUT', '/plans', file('plans.json'))
const { programs } = await seller('PUT', '/programs', file('programs.json'))
const program = programs[0].id
say(`1. For sale: ${program}, version ${programs[0].version}`)

// The shop grants what a trader has bought: the number of the order makes it one grant, however often it is sent.
const user = `trader-${randomUUID().slice(0, 8)}`
await seller('POST', '/challenge-grants', { reference: `order-${user}`, user_id: user, program_id: program })
const permissions = ['TRADE', 'MANAGE_ORDERS']
const { key, secret } = await call(...['POST', `${walletUrl}/api/api-keys`, { 'X-User-Id': user }], {
  label: 'bot',
  permissions,
})
const trade = (method, path, body) =>
  call(method, `${engineUrl}/v1${path}`, { 'X-API-Key': key, 'X-API-Secret': secret }, body)
const begun = await trade('POST', '/challenges', { program_id: program, client_id: 'buy-1' })
say(`2. ${user} has bought challenge ${begun.id}: account ${begun.account_id}`)

/** Buys, lets the sandbox's market rise by 2 % and sells: a profit of about 700 USD. */
async function earn(account) {
  const symbol = 'SOL-USD'
  const { last_price: price } = await call('GET', `${engineUrl}/v1/price?symbol=${symbol}`, {})
  const quantity = Math.floor(40_000 / price)
  const send = async (order) => {
    const { order: placed, violations } = await trade('POST', '/order', {
      ...{ account_id: account, symbol, quantity, kind: 'MARKET', client_id: randomUUID() },
      ...order,
    })
    if (placed === null) throw new Error(`refused: ${violations.map(({ message }) => message).join('; ')}`)
  }
  await send({ side: 'BUY', stop_loss: { offset_pct: 0.5 } })
  await trade('POST', '/sandbox/market', { symbol, price: price * 1.02 })
  await until('the price', async () => {
    const now = await call('GET', `${engineUrl}/v1/price?symbol=${symbol}`, {})
    return now.last_price >= price * 1.019
  })
  await send({ side: 'SELL', flags: { reduce_only: true } })
}

await earn(begun.account_id)
const funded = await until('the promotion', async () => {
  const challenge = await trade('GET', `/challenges/${begun.id}`)
  return challenge.status === 'FUNDED' && challenge
})
say(`3. Passed, and funded: account ${funded.account_id}`)

await earn(funded.account_id)
const { available } = await trade('GET', `/account/${funded.account_id}/payouts/available`)
const amount = Math.floor(available * 100) / 100
const asked = await trade('POST', `/account/${funded.account_id}/payouts`, { amount, client_id: 'payout-1' })
say(`4. Asked for a payout of ${asked.amount} USD`)
await seller('POST', `/payouts/${asked.id}/propose`, { trader_share_pct: 80 })
const { version } = (await seller('GET', `/payouts?status=PROPOSED`)).find(({ id }) => id === asked.id)
const paid = await approver('POST', `/payouts/${asked.id}/approve`, { version })
say(`5. ${paid.status}: ${paid.trader_amount} USD for the trader, ${paid.amount} USD out of the account`)

// The trader shows what was passed; anybody verifies it, offline from here on, with the key that the firm publishes.
const { certificate } = await trade('POST', `/account/${begun.account_id}/certificate`, { display_name: 'Ann' })
const shown = await call('GET', `${engineUrl}/v1/certificates/${certificate.code}`, {})
const { public_key: firmKey } = await call('GET', `${engineUrl}/v1/certificate-key`, {})
const publicKey = createPublicKey({ key: Buffer.from(firmKey, 'base64'), format: 'der', type: 'spki' })
const signed = Buffer.from(JSON.stringify(shown.certificate))
const isGenuine = verify(null, signed, publicKey, Buffer.from(shown.signature, 'base64'))
say(`6. Certificate ${certificate.code}: ${isGenuine ? 'the signature is genuine' : 'NOT GENUINE'}`)
if (!isGenuine) process.exit(1)
