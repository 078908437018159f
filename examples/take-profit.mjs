// Driven by webhooks: whatever you buy or sell, it offers again at a profit of PROFIT percent, as an order that can
// only reduce the position. Your own order may come from anywhere: the command line, another bot, a resting order that
// fills at night.
//
//   KEY=… SECRET=… WEBHOOK_SECRET=whsec_… node examples/take-profit.mjs
//
// It keeps nothing on disk. An event may come twice; the client_id of an order is made of the id of its event, so the
// second time gets the first answer. A delivery is only answered with 200 once its order is certain: until then the
// service sends it again, also when this process was down. SIGTERM ends the deliveries under way and leaves the orders.
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { add, divide, multiply, subtract, toTick, TradingClient } from '@ats/sdk'
import { verifyWebhook, WebhookVerificationError } from '@ats/sdk/webhooks'

const { KEY, SECRET, WEBHOOK_SECRET, ENGINE = 'http://127.0.0.1:4000', PROFIT = '1' } = process.env
const { PORT = '8443', TLS_KEY, TLS_CERT } = process.env
const PREFIX = 'take-profit-'
const BODY_BYTES_MAX = 1_000_000
/** The service waits ten seconds for the answer to a delivery. */
const DEADLINE_MS = 8_000

const trading = new TradingClient({ url: ENGINE, key: KEY, secret: SECRET, deadlineMs: DEADLINE_MS })

/** The price at which a fill has earned PROFIT percent. */
async function targetOf({ side, price, symbol }) {
  const share = divide(PROFIT, '100')
  const target = multiply(price, side === 'BUY' ? add('1', share) : subtract('1', share))
  return toTick(target, await trading.market.metadata(symbol), side === 'BUY' ? 'SELL' : 'BUY')
}

/** Throws to have the event sent again. */
async function handle({ id, type, account_id, data }) {
  if (type !== 'order.fill' || data.order.flags.reduce_only || data.order.client_id?.startsWith(PREFIX)) return
  const { symbol, venue, side, quantity } = data.trade
  const result = await trading.account(account_id).place({
    symbol,
    platform_id: venue,
    side: side === 'BUY' ? 'SELL' : 'BUY',
    kind: 'LIMIT',
    price: await targetOf(data.trade),
    quantity,
    flags: { reduce_only: true },
    client_id: `${PREFIX}${id}`,
  })
  // Refused where the fill has reduced a position: there is nothing left to take a profit on.
  if (result.placed) console.log('placed', result.order.side, quantity, symbol, 'at', result.order.price)
  else console.log('refused:', result.violations.map(({ message }) => message).join('; '))
}

/** The bytes as they came: what the signature is of. */
async function read(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The status to answer with: 2xx is done, anything else is sent again. */
async function receive(request) {
  try {
    await handle(verifyWebhook(await read(request), request.headers, WEBHOOK_SECRET))
    return 200
  } catch (error) {
    console.error(error.message)
    return error instanceof WebhookVerificationError ? 401 : 500
  }
}

const answer = async (request, response) => response.writeHead(await receive(request)).end()

// Without a certificate of its own it stands behind a proxy that has one: events are only sent to https.
const server =
  TLS_CERT === undefined
    ? createHttpServer(answer)
    : createHttpsServer({ key: readFileSync(TLS_KEY), cert: readFileSync(TLS_CERT) }, answer)
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on port ${server.address().port}`))
for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    server.close(() => console.log('stopped: the orders stay'))
    server.closeIdleConnections()
  })
