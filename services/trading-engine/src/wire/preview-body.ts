import type { Account } from '../core/account.js'
import type { Placement } from '../core/decide-place.js'
import { computeFigures } from '../core/figures.js'
import type { World } from '../core/world.js'
import type { WriteDecimal } from './decimals.js'
import { orderBody } from './order-body.js'
import { positionBody } from './position-body.js'
import { tradeBody } from './trade-body.js'
import { violationBody } from './violation-body.js'

/** What an order would do, as its answer would say it but without what only a placed order has. */
export function previewBody(
  { order, fills, violations, position }: Placement,
  before: Account,
  after: Account,
  world: World,
  write: WriteDecimal,
): Record<string, unknown> {
  return {
    order: order === null ? null : keep(orderBody(order, write), PREVIEWED_OF_ORDER),
    fills: fills.map((fill) => keep(tradeBody(fill, write), PREVIEWED_OF_FILL)),
    violations: violations.map((violation) => violationBody(violation, write)),
    position: position === null ? null : keep(positionBody(position, after, world, write), PREVIEWED_OF_POSITION),
    before: figuresBody(before, world, write),
    after: figuresBody(after, world, write),
  }
}

/** Neither ids nor times: nothing is placed that they could belong to. */
export const PREVIEWED_OF_ORDER = [
  ...['symbol', 'venue', 'side', 'kind', 'status', 'tif', 'quantity', 'price', 'filled_quantity', 'remaining_quantity'],
  ...[
    'average_price',
    'requested_price',
    'trigger_price',
    'trigger_by',
    'trigger_state',
    'expires_at',
    'reason',
    'fees',
  ],
] as const
export const PREVIEWED_OF_FILL = ['side', 'quantity', 'price', 'fee', 'liquidity', 'realized_pnl'] as const
export const PREVIEWED_OF_POSITION = [
  ...['symbol', 'side', 'direction', 'quantity', 'entry_price', 'mark_price', 'unrealized_pnl', 'leverage', 'venue'],
  ...['notional', 'margin', 'liquidation_price'],
] as const

const keep = (body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

function figuresBody(account: Account, world: World, write: WriteDecimal): Record<string, unknown> {
  const figures = computeFigures(account, world)
  return {
    balance: write(account.balance),
    equity: write(figures.equity),
    used_margin: write(figures.usedMargin),
    reserved_margin: write(figures.reservedMargin),
    free_margin: write(figures.freeMargin),
  }
}
