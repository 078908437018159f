import type { Account, AccountOrder, Metadata, OrderSnapshot, Placement, Price } from '@ats/sdk'
import { Argument, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { refusal } from '../orders/place.js'
import { farPrice, smallestQuantity } from '../orders/smallest-order.js'
import type { Session } from '../session.js'

const EVENTS = ['order.ack', 'order.fill', 'order.cancel', 'position.close', 'webhook.test'] as const
type Trigger = (typeof EVENTS)[number]

const HELP = `
Every event but webhook.test is the real one of a real order, the smallest that the market takes:
  order.ack, order.cancel      a limit order at half the price, cancelled
  order.fill, position.close   a market order, then one that undoes it (its spread and fees are lost);
                               --keep leaves what order.fill has bought
  webhook.test                 a test event to the webhook of this key, as the service sends it
An account.breach takes a real loss: move the market against a position, with ats replay.
Refused where the service runs in production.`

export function addTriggerCommand(program: Command, act: Act): void {
  const trigger = program
    .command('trigger')
    .description('make an event happen in the sandbox, for ats listen and webhooks to show')
    .addArgument(new Argument('<event>', 'which').choices(EVENTS))
    .option('--symbol <symbol>', 'the market of the order', 'BTC-USD')
    .option('--keep', 'do not undo a fill')
    .addHelpText('after', HELP)
  act<{ readonly symbol: string; readonly keep?: true }>(trigger, async (session, { symbol, keep }, [name]) => {
    const event = EVENTS.find((known) => known === name)
    if (event === undefined) throw new Failure('usage', `there is no event ${name ?? ''} to trigger`)
    await requireSandbox(session)
    const done = await TRIGGERS[event](session, symbol, keep === true && event === 'order.fill')
    session.show({ triggered: event, ...done.body }, () => done.lines)
  })
}

interface Done {
  readonly body: object
  readonly lines: readonly string[]
}

type Make = (session: Session, symbol: string, isKept: boolean) => Promise<Done>

const TRIGGERS: Readonly<Record<Trigger, Make>> = {
  'order.ack': restAndCancel,
  'order.cancel': restAndCancel,
  'order.fill': fillAndUndo,
  'position.close': fillAndUndo,
  'webhook.test': sendTestEvent,
}

/** @throws Failure refused, where orders are in earnest */
export async function requireSandbox({ trading }: Session): Promise<void> {
  const { environment, features } = await trading.market.config()
  if (environment === 'production' || features['sandbox_market_control'] !== true)
    throw new Failure('refused', `this places real orders, and the service runs in ${environment}: nothing was done`)
}

async function restAndCancel(session: Session, symbol: string): Promise<Done> {
  const account = await session.account()
  const { metadata, price } = await readMarket(session, symbol)
  const limit = farPrice(price.bid, metadata)
  const quantity = smallestQuantity(limit, metadata)
  const placed = await place(account, { symbol: price.symbol, side: 'BUY', kind: 'LIMIT', price: limit, quantity })
  const cancelled = await account.cancel(placed.id)
  return {
    body: { events: ['order.ack', 'order.cancel'], order: cancelled },
    lines: [`order.ack, order.cancel: BUY ${quantity} ${price.symbol} at ${limit}, ${cancelled.status}`],
  }
}

async function fillAndUndo(session: Session, symbol: string, isKept: boolean): Promise<Done> {
  const account = await session.account()
  const { metadata, price } = await readMarket(session, symbol)
  if ((await account.positions()).some((position) => position.symbol === price.symbol))
    throw new Failure('refused', `${price.symbol} is held already, and would be changed: name another with --symbol`)
  const quantity = smallestQuantity(price.bid, metadata)
  const bought = await place(account, { symbol: price.symbol, kind: 'MARKET', side: 'BUY', quantity })
  const events = ['order.ack', 'order.fill']
  const line = `order.ack, order.fill: BUY ${quantity} ${price.symbol}`
  if (isKept) return { body: { events, order: bought }, lines: [line] }
  const sold = orderOf(await account.close({ symbol: price.symbol }))
  return {
    body: { events: [...events, ...events, 'position.close'], order: bought, undone_by: sold },
    lines: [line, `order.ack, order.fill, position.close: SELL ${quantity} ${price.symbol}`],
  }
}

const place = async (account: Account, order: AccountOrder): Promise<OrderSnapshot> =>
  orderOf(await account.place(order))

/** @throws Failure refused, when rules refused it */
function orderOf(placement: Placement): OrderSnapshot {
  if (!placement.placed) throw refusal(placement.violations)
  return placement.order
}

async function readMarket(
  { trading }: Session,
  symbol: string,
): Promise<{ readonly metadata: Metadata; readonly price: Price }> {
  const price = await trading.market.price(symbol)
  return { metadata: await trading.market.metadata(price.symbol), price }
}

async function sendTestEvent({ trading }: Session): Promise<Done> {
  const delivery = await trading.webhooks.sendTestEvent()
  return { body: { delivery }, lines: [`webhook.test is on its way to ${delivery.url}`] }
}
