import { withInputs } from '../core/model/outcome.js'
import type { Origin } from '../core/model/order/origin.js'
import { decidePlace, type Placement } from '../core/decide/decide-place.js'
import { fingerprint } from '../core/values/fingerprint.js'
import { BRACKET_LEGS, type Bracket } from '../core/decide/prepare-bracket.js'
import type { PlaceOrder } from '../core/decide/prepare-order.js'
import type { TrailTerms } from '../core/model/order/trail.js'
import { formatDecimal } from '../core/values/decimal.js'
import { normaliseSymbol } from '../core/values/symbol.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { placementText } from '../wire/order/placement-body.js'
import { findEndedOrder } from './find-ended-order.js'
import { placingContext } from './placing-context.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface PlaceOrderRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly order: PlaceOrder
  readonly write: WriteDecimal
  /** Whether the caller has left: the order is then not decided, unless that has begun. */
  readonly isAbandoned?: () => boolean
}

/** POST /v1/order: 200 with the order, or with the violations that refused it. */
export const placeOrder = (runCommand: RunCommand, request: PlaceOrderRequest): Promise<Answer> =>
  runCommand(placeCommand(request))

/** The same command, and so the same answer to its client_id, whether it comes alone or with others. */
export const placeCommand = ({
  userId,
  origin,
  accountId,
  order,
  write,
  isAbandoned,
}: PlaceOrderRequest): Command<Placement> => ({
  kind: 'place_order',
  userId,
  origin,
  accountId,
  clientId: order.clientId,
  fingerprint: fingerprint('POST /v1/order', {
    account_id: accountId,
    symbol: normaliseSymbol(order.symbol),
    side: order.side,
    kind: order.kind,
    quantity: order.quantity,
    price: order.price,
    ...(order.triggerPrice === null ? {} : { trigger_price: order.triggerPrice }),
    ...(order.trail === undefined ? {} : { trail: trailValue(order.trail) }),
    tif: order.tif,
    post_only: order.flags.postOnly,
    reduce_only: order.flags.reduceOnly,
    trigger_on_index: order.flags.triggerOnIndex,
    trigger_on_mark: order.flags.triggerOnMark,
    expires_at: order.expiresAt,
    platform_id: order.venue,
    position_id: order.positionId,
    ...(order.parentOrderId === null ? {} : { parent_order_id: order.parentOrderId }),
    ...(order.bracket === undefined ? {} : bracketValues(order.bracket)),
  }),
  decide: async (account, context, db, unwritten) => {
    const { parentOrderId } = order
    const ended = parentOrderId === null ? undefined : unwritten(parentOrderId)
    const parent = ended ?? (await findEndedOrder(db, account, parentOrderId))
    const placing = await placingContext(db, account, context)
    return withInputs(decidePlace(account, order, placing, parent), placing)
  },
  render: (placement, texts) => ({ status: 200, text: placementText(placement, write, texts) }),
  violationsOf: ({ violations }) => violations,
  write,
  asked: order,
  ...(isAbandoned === undefined ? {} : { isAbandoned }),
})

const trailValue = ({ offset, offsetPct, activationPrice }: TrailTerms): string =>
  [offset, offsetPct, activationPrice].map((at) => (at === undefined ? '' : formatDecimal(at))).join('/')

/** Each leg as one value of the fingerprint. */
const bracketValues = (bracket: Bracket): Readonly<Record<string, string>> =>
  Object.fromEntries(
    BRACKET_LEGS.flatMap((name) => {
      const leg = bracket[name]
      if (leg === undefined) return []
      const { offset = null, offsetPct = null, isOfPosition = false } = leg.terms
      const prices = [leg.triggerPrice, offset, offsetPct, leg.price].map((at) =>
        at === null ? '' : formatDecimal(at),
      )
      const values = [...prices, leg.triggerBy, isOfPosition ? 'POSITION' : 'ORDER']
      return [[name, [...values, ...(leg.trail === undefined ? [] : [trailValue(leg.trail)])].join(' ')]]
    }),
  )
