import type { Account, Order } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import { completeOrderId } from '../orders/find-order.js'
import { readOrder, withOrderOptions, type OrderOptions } from '../orders/order-options.js'
import {
  ORDER_COLUMNS,
  orderFacts,
  orderLine,
  placementLines,
  previewLines,
  RULE_COLUMNS,
} from '../orders/order-words.js'
import { placementBody, previewAndAsk, refusal } from '../orders/place.js'
import { placeBatch, previewBatch } from '../orders/place-batch.js'
import { readBatch } from '../orders/read-batch.js'
import { readDecimal } from '../read-words.js'
import type { Session } from '../session.js'
import { table } from '../terminal/table.js'

export function addOrderCommands(program: Command, act: Act): void {
  const order = program.command('order').description('place, change and cancel orders')
  addPlace(order, act)
  addPreview(order, act)
  addModify(order, act)
  addCancel(order, act)
  addReads(order, act)
}

interface PlaceOptions extends OrderOptions {
  readonly yes?: true
}

const EXAMPLES = `
Examples:
  ats order place buy 0.01 BTC-USD                       at the market, after a preview and a question
  ats order place sell 2 ETH-USD --limit 4100 --yes      a limit order, without asking
  ats order place buy 0.5 ETH-USD --limit 3900 --stop-loss 3800 --target 4200
  ats order place buy 0.5 ETH-USD --stop-loss 2% --target 5%    as far from where it fills
  ats order place orders.json                            a batch: a JSON array, or an object a line; - reads standard input`

function addPlace(order: Command, act: Act): void {
  const command = order
    .command('place')
    .description('place an order: shows what it would do, asks, places it')
    .argument('<side|file>', 'buy or sell; or a file of orders, - for standard input')
    .argument('[quantity]', 'in units of the base asset, such as 0.01')
    .argument('[symbol]', 'such as BTC-USD')
  withOrderOptions(command).option('-y, --yes', 'without preview and question').addHelpText('after', EXAMPLES)
  act<PlaceOptions>(command, async (session, options, words) => {
    const account = await session.account()
    if (words.length === 1) return placeFile(session, account, options, words[0] ?? '-')
    if (words.length !== 3)
      throw new Failure('usage', 'give side, quantity and symbol, such as: ats order place buy 0.01 BTC-USD')
    const order = readOrder(words, options)
    if (options.yes !== true) await previewAndAsk(session, account, order)
    const placement = await account.place(order)
    session.show(placementBody(placement), () => placementLines(placement, session.terminal.paint))
    if (!placement.placed) throw refusal(placement.violations)
  })
}

async function placeFile(session: Session, account: Account, options: PlaceOptions, source: string): Promise<void> {
  if (source === '-' && options.yes !== true)
    throw new Failure('usage', 'orders from standard input need --yes, as there is no terminal to confirm them in')
  const orders = await readBatch(source, session.terminal)
  const foreign = orders.find(({ account_id }) => account_id !== undefined && account_id !== account.id)
  if (foreign !== undefined)
    throw new Failure('usage', `an order is for another account: ${String(foreign['account_id'])}`, [
      `this is ${account.id}: name the other with --account, or leave account_id out`,
    ])
  if (options.yes !== true) await previewBatch(session, account, orders)
  await placeBatch(session, account, orders)
}

function addPreview(order: Command, act: Act): void {
  const command = order
    .command('preview')
    .description('what an order would do now, and what every rule says of it; places nothing')
    .argument('<side>', 'buy or sell')
    .argument('<quantity>')
    .argument('<symbol>')
  act<OrderOptions>(withOrderOptions(command), async (session, options, words) => {
    const asked = readOrder(words, options)
    const found = await (await session.account()).preview(asked)
    const { paint, columns } = session.terminal
    session.show(found, () => [
      orderLine(asked, paint),
      ...previewLines({ ...found, violations: [] }, paint),
      '',
      ...table(found.rules, RULE_COLUMNS, { columns: columns(), paint }),
    ])
    if (found.violations.length > 0) throw refusal(found.violations)
  })
}

interface ModifyOptions {
  readonly limit?: string
  readonly trigger?: string
  readonly quantity?: string
  readonly expiresAt?: string
  readonly version?: number
}

function addModify(order: Command, act: Act): void {
  const command = order
    .command('modify')
    .description('change a working order in place')
    .argument('<order-id>', 'or the end of it')
    .option('--limit <price>', 'the new limit', readDecimal)
    .option('--trigger <price>', 'the new trigger', readDecimal)
    .option('--quantity <n>', 'the whole new quantity', readDecimal)
    .option('--expires-at <time>', 'the new end of a GTD order')
  act<ModifyOptions>(command, async (session, { limit, trigger, quantity, expiresAt }, [id = '']) => {
    const body = {
      ...(limit !== undefined && { price: limit }),
      ...(trigger !== undefined && { trigger_price: trigger }),
      ...(quantity !== undefined && { quantity }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    }
    if (Object.keys(body).length === 0)
      throw new Failure('usage', 'say what to change: --limit, --trigger, --quantity or --expires-at')
    const account = await session.account()
    const changed = await account.modify(await completeOrderId(account, id), body)
    session.showFacts(changed, orderFacts(changed))
  })
}

function addCancel(order: Command, act: Act): void {
  const cancel = order
    .command('cancel')
    .description('cancel working orders; safe to repeat')
    .argument('<order-id...>', 'or the ends of them')
  act(cancel, async (session, _options, ids) => {
    const account = await session.account()
    const cancelled: Order[] = []
    for (const id of ids) cancelled.push(await account.cancel(await completeOrderId(account, id)))
    session.showTable(cancelled, ORDER_COLUMNS)
  })
  const cancelAll = order
    .command('cancel-all')
    .description('cancel every working order, or those of a symbol')
    .option('--symbol <symbol>', 'only those')
    .option('-y, --yes', 'without asking')
  act<{ readonly symbol?: string }>(cancelAll, async (session, { symbol }) => {
    const account = await session.account()
    await session.requireYes(`Cancel every working order${symbol === undefined ? '' : ` of ${symbol}`}?`)
    const answer = await account.cancelAll({ symbol })
    const { paint, columns } = session.terminal
    session.show(answer, () => table(answer.cancelled, ORDER_COLUMNS, { columns: columns(), paint }))
    if (answer.failed.length > 0)
      throw new Failure(
        'refused',
        `${answer.failed.length} not cancelled`,
        answer.failed.map(({ order_id, message }) => `${order_id}: ${message}`),
      )
  })
}

interface OrderListOptions extends ListOptions {
  readonly all?: true
  readonly symbol?: string
  readonly clientId?: string
}

function addReads(order: Command, act: Act): void {
  const list = order
    .command('list')
    .description('working orders; --all: ended ones too')
    .option('--all', 'ended ones too')
    .option('--symbol <symbol>', 'only those of a symbol')
    .option('--client-id <id>', 'the one placed with it, ended or not')
  act<OrderListOptions>(
    withListOptions(list),
    async (session, { all, symbol, clientId, limit = DEFAULT_ROWS, ...span }) => {
      const account = await session.account()
      const found = all
        ? await account.orders({ ...span, pageSize: Math.min(limit, 500) }).take(limit)
        : clientId === undefined
          ? await account.workingOrders()
          : [await account.findOrder(clientId)].filter((order) => order !== null)
      const isAsked = ({ symbol: of }: Order): boolean =>
        symbol === undefined || of.replace('-', '') === symbol.toUpperCase().replace(/[-/_]/, '')
      session.showTable(found.filter(isAsked), ORDER_COLUMNS)
    },
  )
  const show = order
    .command('show')
    .description('one order, in whatever state it is')
    .argument('<order-id>', 'or the end of it')
  act(show, async (session, _options, [id = '']) => {
    const account = await session.account()
    const found = await account.order(await completeOrderId(account, id))
    session.showFacts(found, orderFacts(found))
  })
}
