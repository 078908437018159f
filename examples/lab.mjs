// A bot for the laboratory: each day it goes with the move of the day before, with a stop and a target, until the
// challenge is decided or the tape ends.
//
//   npx ats lab run -- node examples/lab.mjs
//
// `ats lab run` starts a run for each seed and this program in it. What makes it one for the laboratory is that it moves
// the clock; everything else is what it would do on the service.
import { compare, divide, labRunOfEnvironment, multiply, toLot, toTick } from '@ats/sdk'

const { SYMBOL = 'BTC-USD', STAKE = '1', STOP = '0.015', TARGET = '0.03' } = process.env

const run = labRunOfEnvironment(process.env)
const { account, client } = run
const market = await client.market.metadata(SYMBOL)
let before = await client.market.price(SYMBOL)

/** One position a day, worth STAKE times the equity: it is closed by its stop, its target, or the next day. */
async function trade(price, day) {
  const side = compare(price.mark_price, before.mark_price) >= 0 ? 'BUY' : 'SELL'
  const { equity } = await account.summary()
  const near = (share) => toTick(multiply(price.mark_price, String(side === 'BUY' ? 1 + share : 1 - share)), market)
  const result = await account.place({
    ...{ symbol: SYMBOL, side, kind: 'MARKET', client_id: `lab-${day}` },
    quantity: toLot(divide(multiply(equity, STAKE), price.mark_price, 8), market),
    ...{ stop_loss: { trigger_price: near(-STOP) }, take_profit: { trigger_price: near(Number(TARGET)) } },
  })
  if (!result.placed) console.log(day, 'refused:', result.violations.map(({ message }) => message).join('; '))
}

for (let day = 1; ; day += 1) {
  const { stopped_by: reason } = await run.advance({ until: 'NEXT_BAR', interval: '1d' })
  if (reason === 'END') break
  for (const { symbol } of await account.positions()) await account.close({ symbol, client_id: `lab-${day}-close` })
  const { state } = await account.get()
  if (state !== 'ACTIVE') break
  const price = await client.market.price(SYMBOL)
  await trade(price, day)
  before = price
}
