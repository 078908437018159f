// A wallet or an engine reduced to what the launcher needs: readiness, the demo user's calls, and state in the database it is given.
const { appendFileSync } = require('node:fs')
const { createServer } = require('node:http')
const { Client } = require('pg')

const isWallet = process.env.SERVICE_TOKENS !== undefined
const name = isWallet ? 'wallet' : 'trading-engine'
const database = new Client({ connectionString: process.env.DATABASE_URL })

async function stored(id, make) {
  const { rows } = await database.query('select value from things where id = $1', [id])
  if (rows[0] !== undefined || make === undefined) return rows[0]?.value
  await database.query('insert into things values ($1, $2)', [id, make()])
  return stored(id)
}

const wallet = {
  'GET /readyz': () => [200, {}],
  'GET /api/api-keys': () => [200, []],
  'POST /api/api-keys': async () => [
    201,
    await stored('key', () => ({ key: `key-${Date.now()}`, secret: 'a-secret' })),
  ],
}

const engine = {
  'GET /readyz': () => [200, {}],
  'GET /v1/key': () => [200, {}],
  'GET /v1/price': () => [200, { last_price: 60_000 }],
  'GET /v1/accounts': async () => [200, [await stored('account')].filter((account) => account !== undefined)],
  'GET /v1/programs': () => [200, [{ id: 'sprint' }]],
  'GET /v1/challenges': () => [200, []],
  'POST /v1/challenges': () => [201, {}],
  'POST /v1/accounts': async () => [
    201,
    await stored('account', () => ({ id: `account-${Date.now()}`, plan_id: 'standard-100k', state: 'ACTIVE' })),
  ],
}

const server = createServer(async (request, response) => {
  request.resume()
  if (process.env.FAIL_WHEN_READY === name) response.on('finish', () => process.exit(3))
  const handler = (isWallet ? wallet : engine)[`${request.method} ${request.url.split('?')[0]}`]
  const [status, body] = handler === undefined ? [404, {}] : await handler()
  response.setHeader('x-instance-id', process.env.INSTANCE_ID)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

// Its last act needs the database: a launcher that stopped that first is found out.
process.on('SIGTERM', async () => {
  await database.query('select 1')
  appendFileSync(process.env.EVENTS_FILE, `${name} stopped with its database up\n`)
  process.exit(0)
})
process.on('SIGINT', () => appendFileSync(process.env.EVENTS_FILE, `${name} was hit by SIGINT\n`))

async function main() {
  if (process.env.FAIL_AT_START === name) throw new Error(`${name} refuses to start`)
  await database.connect()
  server.listen(Number(process.env.PORT), '127.0.0.1')
}

main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
