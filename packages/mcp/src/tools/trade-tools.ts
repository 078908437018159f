import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { add, type Account, type AccountOrder, type Preview, type TradingClient } from '@ats/sdk'
import { z } from 'zod'
import type { Accounts } from '../accounts.js'
import type { TradingLimits } from '../config.js'
import { CLIENT_ID_PREFIX, dayStart, notionalOf, refusalOf, spentSince } from '../spending-limit.js'
import type { Previews } from '../previews.js'
import { account, addTool, decimal, inViolations, Refusal, WRITE } from './tool.js'

export interface TradeTools {
  readonly client: TradingClient
  readonly accounts: Accounts
  readonly limits: TradingLimits
  readonly previews: Previews
  readonly now: () => Date
}

const LEG = z
  .object({
    trigger_price: decimal.optional().describe('Exactly one of trigger_price, offset and offset_pct.'),
    offset: decimal.optional().describe('How far the trigger is from the average fill.'),
    offset_pct: decimal.optional().describe('The same in percent.'),
    price: decimal.optional().describe('A limit from the trigger on.'),
    trigger_by: z.enum(['LAST', 'MARK', 'INDEX']).optional(),
  })
  .strict()

const TRAIL = z
  .object({
    offset: decimal.optional().describe('Exactly one of offset and offset_pct: how far the trigger is from the peak.'),
    offset_pct: decimal.optional().describe('The same in percent.'),
    activation_price: decimal.optional().describe('The watched price has to get there first.'),
  })
  .strict()

const STOP_LEG = LEG.extend({
  trail: TRAIL.optional().describe('Or, in the place of all three: it follows the market from the first fill on.'),
})

const ORDER = {
  account_id: account,
  symbol: z.string().min(1).max(64),
  side: z.enum(['BUY', 'SELL']),
  kind: z.enum(['MARKET', 'LIMIT', 'STOP', 'TAKE_PROFIT']),
  quantity: decimal.describe('In units of the base asset, as text.'),
  price: decimal.optional().describe('The limit: for LIMIT, or for STOP and TAKE_PROFIT that are to become one.'),
  trigger_price: decimal.optional().describe('For STOP and TAKE_PROFIT; not for a STOP with trail.'),
  trail: TRAIL.optional().describe(
    'For STOP, in the place of trigger_price: the trigger follows the market, and never goes back.',
  ),
  tif: z.enum(['GTC', 'IOC', 'FOK', 'GTX']).optional(),
  stop_loss: STOP_LEG.optional().describe(
    'A stop placed with the order, in one step: it ends the position that the order opens.',
  ),
  take_profit: LEG.optional().describe('A target in the same way. Stop and target cancel each other.'),
  protect: z
    .enum(['ORDER', 'POSITION'])
    .optional()
    .describe('What stop and target are for: what the order adds, or all of the position.'),
  reduce_only: z.boolean().default(false).describe('Only closes; never opens or turns a position.'),
  venue: z.enum(['GMX', 'OSTIUM']).optional(),
}

/** Tools that trade: an order is previewed first, and what was previewed is what is placed. */
export function addTradeTools(server: McpServer, tools: TradeTools): void {
  addOrderTools(server, tools)
  addExitTools(server, tools)
}

function addOrderTools(server: McpServer, tools: TradeTools): void {
  const { accounts, previews, limits } = tools
  addTool(
    server,
    'preview_order',
    {
      title: 'Preview an order',
      description:
        'What an order would do now: fills, fees, margin, the finding of every rule. Places nothing. Its preview_id is ' +
        `good for 2 minutes. This server places at most ${limits.perOrder} USD an order and ${limits.perDay} USD a day.`,
    },
    ORDER,
    { readOnlyHint: true, openWorldHint: false },
    async ({ account_id, ...input }) => {
      const { found, all } = await accounts.findAmongAll(account_id)
      const order = { ...orderOf(input), client_id: `${CLIENT_ID_PREFIX}${globalThis.crypto.randomUUID()}` }
      const preview = await found.preview(order)
      if (preview.order === null || preview.violations.length > 0)
        throw new Refusal(`The order would be refused:\n${inViolations(preview.violations)}`)
      await requireWithinLimits(tools, all, order, preview)
      return { preview_id: previews.keep({ accountId: found.id, order }), preview }
    },
  )
  addTool(
    server,
    'place_order',
    {
      title: 'Place a previewed order',
      description: 'Places the order of a preview, once. Show the preview to the user and have it confirmed before.',
    },
    { preview_id: z.string() },
    { ...WRITE, idempotentHint: true },
    async ({ preview_id }) => {
      const { accountId, order } = previews.take(preview_id)
      return previews.oneByOne(async () => {
        const { found, all } = await accounts.findAmongAll(accountId)
        // Placed already: the same request is answered as it was.
        if ((await found.findOrder(order.client_id)) === null) {
          const preview = await found.preview(order)
          if (preview.order !== null) await requireWithinLimits(tools, all, order, preview)
        }
        const placement = await found.place(order)
        if (!placement.placed)
          throw new Refusal(`The order was refused by risk rules:\n${inViolations(placement.violations)}`)
        const { order: placed, trades, warnings, children } = placement
        return { order: placed, trades, warnings, children }
      })
    },
  )
}

function addExitTools(server: McpServer, { accounts }: TradeTools): void {
  addTool(
    server,
    'cancel_order',
    { title: 'Cancel an order', description: 'Cancels one working order.' },
    { account_id: account, order_id: z.string() },
    { ...WRITE, idempotentHint: true },
    async (input) => (await accounts.find(input.account_id)).cancel(input.order_id),
  )
  addTool(
    server,
    'cancel_all_orders',
    { title: 'Cancel all orders', description: 'Cancels every working order, or every one of a symbol.' },
    { account_id: account, symbol: z.string().optional() },
    { ...WRITE, idempotentHint: true },
    async ({ account_id, symbol }) =>
      (await accounts.find(account_id)).cancelAll(symbol === undefined ? {} : { symbol }),
  )
  addTool(
    server,
    'close_position',
    { title: 'Close a position', description: 'Closes the position of a symbol at the market, whole or in part.' },
    { account_id: account, symbol: z.string(), quantity: decimal.optional() },
    WRITE,
    async ({ account_id, symbol, quantity }) => {
      const closing = await (
        await accounts.find(account_id)
      ).close({ symbol, ...(quantity !== undefined && { quantity }) })
      if (!closing.placed) throw new Refusal(`Closing was refused by risk rules:\n${inViolations(closing.violations)}`)
      return { order: closing.order, trades: closing.trades, position: closing.position }
    },
  )
  addTool(
    server,
    'protect_position',
    {
      title: 'Set stop and target',
      description: 'Sets the stop loss and the take profit of a position; null removes one.',
    },
    {
      account_id: account,
      position_id: z.string(),
      stop_loss: decimal.nullable().optional().describe('Trigger price.'),
      trailing_stop: TRAIL.optional().describe(
        'In the place of stop_loss: a stop that follows the market from now on.',
      ),
      take_profit: decimal.nullable().optional().describe('Trigger price.'),
    },
    { ...WRITE, idempotentHint: true },
    async ({ account_id, position_id, stop_loss, trailing_stop, take_profit }) =>
      (await accounts.find(account_id)).protect(position_id, {
        ...(stop_loss !== undefined && { stop_loss: exitAt(stop_loss) }),
        ...(trailing_stop !== undefined && { stop_loss: { trail: sent(trailing_stop) } }),
        ...(take_profit !== undefined && { take_profit: exitAt(take_profit) }),
      }),
  )
}

/** Without what was not sent: the types of the client tell it from what is undefined. */
const sent = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]: Exclude<T[K], undefined>
  }

const exitAt = (trigger: string | null) => (trigger === null ? null : { trigger_price: trigger })

type OrderInput = Omit<z.infer<z.ZodObject<typeof ORDER>>, 'account_id'>

const orderOf = ({ reduce_only, venue, ...order }: OrderInput): AccountOrder => ({
  // What was not sent: the types of the client tell it from what is undefined.
  ...(Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as AccountOrder),
  ...(venue !== undefined && { platform_id: venue }),
  ...(reduce_only && { flags: { reduce_only } }),
})

/** `accounts`: all whose orders of the day count. @throws Refusal */
async function requireWithinLimits(
  { client, limits, now }: TradeTools,
  accounts: readonly Account[],
  order: AccountOrder,
  preview: Preview,
): Promise<void> {
  if (preview.order === null || order.flags?.reduce_only === true) return
  const { mark_price: mark } = await client.market.price(order.symbol, { venue: preview.order.venue })
  const notional = notionalOf(preview.order, preview.fills, mark)
  let spent = '0'
  for (const account of accounts) spent = add(spent, await spentSince(account, dayStart(now())))
  const refusal = refusalOf(notional, spent, limits)
  if (refusal !== null) throw new Refusal(`Not placed: ${refusal}.`)
}
