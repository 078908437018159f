// A bot for the laboratory: each day it goes with the move of the day before, with a stop and a target, until the
// challenge is decided or the tape ends.
//
//   npx ats lab run -- node examples/lab.mjs
//
// `ats lab run` starts a run for each seed and this program in it. What makes it one for the laboratory is that it moves
// the clock; everything else is what it would do on the service.
import { compare, divide, labRunOfEnvironment, multiply, NotFound, toLot, toTick } from '@ats/sdk'

const { SYMBOL = 'BTC-USD', STAKE = '2', STOP = '0.012', TARGET = '0.03' } = process.env

const run = labRunOfEnvironment(process.env)
const { account, client } = run
const [market, { initial_balance: balance }] = await Promise.all([client.market.metadata(SYMBOL), account.get()])
let before = await client.market.price(SYMBOL)

/** One position a day, worth STAKE times the balance at the beginning: its stop, its target or the next day ends it. */
async function trade({ mark_price: price }, day) {
  const side = compare(price, before.mark_price) >= 0 ? 'BUY' : 'SELL'
  const near = (share) => toTick(multiply(price, String(side === 'BUY' ? 1 + share : 1 - share)), market)
  const result = await account.place({
    ...{ symbol: SYMBOL, side, kind: 'MARKET', client_id: `lab-${day}` },
    quantity: toLot(divide(multiply(balance, STAKE), price, 8), market),
    ...{ stop_loss: { trigger_price: near(-STOP) }, take_profit: { trigger_price: near(Number(TARGET)) } },
  })
  if (!result.placed) console.log(day, 'refused:', result.violations.map(({ message }) => message).join('; '))
  return result.placed
}

async function close(day) {
  await account.close({ symbol: SYMBOL, client_id: `lab-${day}-close` }).catch((error) => {
    if (!(error instanceof NotFound)) throw error // its stop or its target has closed it
  })
}

for (let day = 1; ; day += 1) {
  const { stopped_by: reason } = await run.advance({ until: 'NEXT_BAR', interval: '1d' })
  if (reason === 'END') break
  if (day > 1) await close(day)
  const price = await client.market.price(SYMBOL)
  // An account that has passed, or that a rule has ended, opens nothing more.
  if (!(await trade(price, day)) && (await account.get()).state !== 'ACTIVE') break
  before = price
}
