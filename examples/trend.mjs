// A trend follower on candles: long while the average of the last FAST closes is above that of the last SLOW, else
// short. Every position has a stop and a target, which cancel each other and hold while this process is down.
//
//   KEY=… SECRET=… ACCOUNT=… node examples/trend.mjs
//
// It keeps nothing on disk: the position tells what it has done. It trades once a candle at most, since the client_id
// of its orders names the candle. SIGTERM leaves the position with its stop and its target; nothing else is working, so
// it needs no dead-man's switch. The account's position of the symbol is the bot's own.
import { multiply, NotFound, RiskRejected, toTick, TradingClient } from '@ats/sdk'

const { KEY, SECRET, ACCOUNT, ENGINE = 'http://127.0.0.1:4000' } = process.env
const { SYMBOL = 'BTC-USD', INTERVAL = '1m', FAST = '5', SLOW = '20', QUANTITY = '0.01' } = process.env
/** The stop and the target, as parts of the price of entry. */
const EXITS = { BUY: { stop: '0.99', target: '1.02' }, SELL: { stop: '1.01', target: '0.98' } }

const trading = new TradingClient({ url: ENGINE, key: KEY, secret: SECRET })
const account = trading.account(ACCOUNT)
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())

const market = await trading.market.metadata(SYMBOL)

const average = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** The side to be on: a signal may be computed in floats, what is ordered may not. */
async function wantedSide() {
  const candles = await trading.market.candles(SYMBOL, { interval: INTERVAL }).take(Number(SLOW) + 1)
  const closes = candles.filter(({ closed }) => closed).map(({ close }) => Number(close)) // newest first
  return average(closes.slice(0, Number(FAST))) > average(closes.slice(0, Number(SLOW))) ? 'BUY' : 'SELL'
}

async function findPosition() {
  const positions = await account.positions()
  return positions.find(({ symbol }) => symbol === market.symbol)
}

function isRefused(result, what) {
  if (!result.placed) console.log(what, 'refused:', result.violations.map(({ message }) => message).join('; '))
  return !result.placed
}

async function enter(side, candle) {
  const client_id = `trend-${SYMBOL}-${candle}-${side}`
  const result = await account.place({ symbol: SYMBOL, side, kind: 'MARKET', quantity: QUANTITY, client_id })
  if (!isRefused(result, side)) console.log(side, result.order.filled_quantity, 'at', result.order.average_price)
}

async function leave(candle) {
  const result = await account.close({ symbol: SYMBOL, client_id: `trend-${SYMBOL}-${candle}-close` })
  if (!isRefused(result, 'closing')) console.log('closed at', result.order.average_price)
}

/** The stop and the target of the position, where it has none yet. */
async function protect({ id, side, entry_price, stop_loss, take_profit }, candle) {
  if (stop_loss !== null && take_profit !== null) return
  const at = (factor) => ({ trigger_price: toTick(multiply(entry_price, factor), market) })
  const { stop, target } = EXITS[side]
  try {
    await account.protect(id, { stop_loss: at(stop), take_profit: at(target) })
  } catch (error) {
    if (!(error instanceof RiskRejected)) throw error
    await leave(candle) // the market is beyond one of the two already
  }
}

/** All of it again for every candle and every start: what is done already is found, and not done again. */
async function follow(candle) {
  const side = await wantedSide()
  let position = await findPosition()
  if (position !== undefined && position.side !== side) {
    await leave(candle)
    position = await findPosition()
  }
  if (position === undefined) {
    await enter(side, candle)
    position = await findPosition()
  }
  if (position !== undefined) await protect(position, candle)
  console.log(candle, position === undefined ? 'flat' : `${position.direction} ${position.quantity}`)
}

let latest
const stream = trading.market.stream([SYMBOL], { channels: [`candles:${INTERVAL}`], signal: stopping.signal })
for await (const { data } of stream) {
  const { timestamp, closed } = data.candle
  if (closed || timestamp === latest) continue
  latest = timestamp // a new candle: the one before has closed
  await follow(timestamp).catch((error) => {
    if (!(error instanceof NotFound)) throw error // its stop or its target has closed the position in the meantime
  })
}
console.log('stopped: the position stays, with its stop and its target')
