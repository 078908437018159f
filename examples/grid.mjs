// A grid on streams: buys below the market and sells above it, one STEP apart. An order that fills moves the grid to
// its line: what was bought there is offered one step higher, and the other way round.
//
//   KEY=… SECRET=… ACCOUNT=… node examples/grid.mjs
//
// It keeps nothing on disk. The client_id of an order says which line it is on, so a process that starts again finds
// the orders of the one before. SIGTERM cancels them and leaves the position; when the process dies, the dead-man's
// switch cancels what could open, a minute later. The switch is the account's: run no other bot on it.
import { InvalidOrder, multiply, toTick, TradingClient } from '@ats/sdk'

const { KEY, SECRET, ACCOUNT, ENGINE = 'http://127.0.0.1:4000' } = process.env
const { SYMBOL = 'BTC-USD', STEP = '200', LINES = '3', QUANTITY = '0.01' } = process.env
const PREFIX = `grid-${SYMBOL}-`
const ENDED = ['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']

const trading = new TradingClient({ url: ENGINE, key: KEY, secret: SECRET })
const account = trading.account(ACCOUNT)
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())

const market = await trading.market.metadata(SYMBOL)
/** The working orders of the grid, by line: line 7 is at the price 7 × STEP. */
const working = new Map()
/** The line without an order: where the market is, or was when an order filled. */
let centre

function lineOf(clientId) {
  return clientId?.startsWith(PREFIX) ? Number(clientId.slice(PREFIX.length).split('-')[0]) : null
}

/**
 * The order of a line. Its client_id names the event that it follows: should this be done twice, because the process
 * died in between, it is placed once.
 */
function orderOn(line, sequence) {
  const side = line < centre ? 'BUY' : 'SELL'
  const price = toTick(multiply(String(line), STEP), market, side)
  const order = { symbol: SYMBOL, side, kind: 'LIMIT', price, quantity: QUANTITY, tif: 'GTX' }
  return { ...order, client_id: `${PREFIX}${line}-${side}-${sequence}` }
}

/** An order on each line near the centre, and on no other. */
async function arrange(sequence) {
  const missing = []
  for (let line = centre - Number(LINES); line <= centre + Number(LINES); line += 1)
    if (line !== centre && line > 0 && !working.has(line)) missing.push(orderOn(line, sequence))
  for (const result of missing.length > 0 ? await account.placeAll(missing) : []) {
    // Refused, such as by a limit of the plan, or because the market is there already: the next event tries again.
    if (result.placed === false) console.log('refused:', result.violations.map(({ message }) => message).join('; '))
    if (result.placed === null) throw result.error
    if (result.placed) working.set(lineOf(result.clientId), result.order.id)
  }
  for (const [line, id] of working) {
    if (Math.abs(line - centre) <= Number(LINES)) continue
    await cancel(id)
    working.delete(line)
  }
}

async function cancel(orderId) {
  await account.cancel(orderId).catch((error) => {
    if (!(error instanceof InvalidOrder)) throw error // it has filled: its event is on the way
  })
}

/** What an event of the account means for the grid. */
async function handle({ sequence, data: { order } }) {
  const line = lineOf(order?.client_id)
  if (line === null || !ENDED.includes(order.status)) return
  if (working.get(line) === order.id) working.delete(line)
  if (order.status === 'FILLED') {
    console.log(order.side, order.filled_quantity, 'at', order.average_price)
    centre = line
  }
  await arrange(sequence)
}

// The sequence before the orders: what happens between the two reads is then among the events.
const after = await account.latestSequence()
for (const { id, client_id } of await account.workingOrders()) {
  const line = lineOf(client_id)
  if (line !== null) working.set(line, id)
}
const { mark_price } = await trading.market.price(SYMBOL)
centre = Math.round(Number(mark_price) / Number(STEP))

const guard = await account.armDeadManSwitch(
  { timeout_ms: 60_000, action: 'CANCEL_OPENING' },
  { onMissed: ({ message }) => console.error('heartbeat lost:', message) },
)
await arrange(after)
console.log(`${working.size} orders around ${multiply(String(centre), STEP)}`)

for await (const frame of account.stream({ after, signal: stopping.signal }))
  if (frame.type === 'event') await handle(frame.data)

for (const { id, client_id } of await account.workingOrders()) if (lineOf(client_id) !== null) await cancel(id)
await guard.disarm()
console.log('stopped: the orders are cancelled, the position stays')
