/** A bot that trades a LIVE account: orders at the market, limits and stops, cancels, changes, closes, protection. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { carryOut, follow, type BotOptions } from '../bots/bot.js'
import { createBotAccount, type BotAccount, type Step } from '../bots/steps.js'
import type { Random } from '../random.js'
import { SYMBOL, type LiveAccount, type LiveTestBed } from './live-test-bed.js'

const PAUSE_MS = 300
const READ_BACK = 0.1
/** How often it changes an order or a position instead of asking for another. */
const CHANGE_CHANCE = 0.2
const WORKING_MAX = 4

/** `leaves`: begins with an order far from every price, which only the service ends. */
export async function runLiveBot(
  testBed: LiveTestBed,
  account: LiveAccount,
  bot: number,
  random: Random,
  isOver: () => boolean,
  leaves = false,
): Promise<void> {
  const { history, replica } = testBed
  const known = createBotAccount(account.id, new Map())
  const options: BotOptions = {
    ...{ bot, user: account.user, key: account.key, history, random, pauseMs: PAUSE_MS, readBack: READ_BACK },
    accounts: [known],
    replicas: [replica],
    choose: (one) => chooseStep(testBed, account, one, random),
  }
  const take = async (step: Step, isFollowed: boolean): Promise<boolean> => {
    const invocation = history.invoke({ bot, userId: account.key.userId, ...step })
    const final = await carryOut(options, invocation)
    if (final.type === 'ok' && isFollowed) await follow(options, known, invocation, final)
    return final.type === 'ok'
  }
  while (leaves && !isOver() && !(await take(placeFar(testBed, account), false))) await sleep(PAUSE_MS)
  while (!isOver()) {
    if (random.chance(CHANGE_CHANCE)) await change(testBed, account, known, random)
    else await take(options.choose(known, random), true)
    await sleep(random.below(PAUSE_MS + 1))
  }
}

function chooseStep(testBed: LiveTestBed, account: LiveAccount, known: BotAccount, random: Random): Step {
  const [oldest] = known.working
  const roll = random.below(100)
  if (oldest !== undefined && (roll < 15 || known.working.size >= WORKING_MAX)) return cancel(known, oldest)
  return roll < 40 ? close(account, random) : place(testBed, account, random)
}

function place(testBed: LiveTestBed, account: LiveAccount, random: Random): Step {
  const { price } = testBed
  const side = random.pick(['BUY', 'SELL'])
  const kind = random.pick(['MARKET', 'MARKET', 'MARKET', 'LIMIT', 'STOP'])
  const quantity = (random.between(1_000, 12_000) / price()).toFixed(4)
  const beside = (isBelow: boolean): number => Math.round(price() * (isBelow ? 0.97 : 1.03))
  const fields = {
    MARKET: {},
    LIMIT: { price: beside(side === 'BUY') },
    STOP: { trigger_price: beside(side === 'SELL') },
  }[kind]
  return order(account, { side, kind, quantity, ...fields })
}

const FAR_NOTIONAL = 1_000

/** At half the price, which no fault comes near. */
function placeFar({ price }: LiveTestBed, account: LiveAccount): Step {
  const limit = Math.round(price() / 2)
  return order(account, { side: 'BUY', kind: 'LIMIT', quantity: (FAR_NOTIONAL / limit).toFixed(4), price: limit })
}

function order({ id, venue }: LiveAccount, fields: object): Step {
  const clientId = randomUUID()
  return {
    ...{ action: 'place', accountId: id, clientId, mark: null, path: '/v1/order?decimals=string' },
    body: { account_id: id, symbol: SYMBOL, platform_id: venue, ...fields, client_id: clientId },
  }
}

function close({ id }: LiveAccount, random: Random): Step {
  const clientId = randomUUID()
  const part = random.chance(0.3) ? { quantity: (0.01 * (1 + random.below(5))).toFixed(4) } : {}
  return {
    ...{ action: 'close', accountId: id, clientId, mark: null },
    path: `/v1/account/${id}/close-position?decimals=string`,
    body: { symbol: SYMBOL, ...part, client_id: clientId },
  }
}

function cancel(known: BotAccount, orderId: string): Step {
  known.working.delete(orderId)
  return {
    ...{ action: 'cancel', accountId: known.id, clientId: null, mark: null, body: null },
    path: `/v1/account/${known.id}/orders/${orderId}/cancel?decimals=string`,
  }
}

/** Moves a limit, or protects what is held; it may have ended by then. */
async function change(testBed: LiveTestBed, account: LiveAccount, known: BotAccount, random: Random): Promise<void> {
  const base = `/v1/account/${account.id}`
  const [oldest] = known.working
  if (oldest !== undefined && random.chance(0.5)) {
    const price = Math.round(testBed.price() * random.pick([0.95, 0.96, 1.04, 1.05]))
    return void (await testBed.ask(account, 'POST', `${base}/orders/${oldest}/modify`, { price }))
  }
  const { text } = await testBed.ask(account, 'GET', `${base}/positions`)
  const [position] = JSON.parse(text) as readonly { readonly id: string; readonly direction: string }[]
  if (position === undefined) return
  const isLong = position.direction === 'LONG'
  const leg = (percent: number) => ({ trigger_price: Math.round((testBed.price() * (100 + percent)) / 100) })
  const legs = { take_profit: leg(isLong ? 6 : -6), stop_loss: leg(isLong ? -6 : 6) }
  await testBed.ask(account, 'PUT', `${base}/positions/${position.id}/protection`, legs)
}
