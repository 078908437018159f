/** The stop, or the target, of a leader as its follower gets it. */
import type { CopiedFrom } from '../model/copied.js'
import type { Order } from '../model/order/order.js'
import { triggerSource } from '../model/order/trigger.js'
import type { Protection, ProtectionName } from './decide-protect.js'
import { isAboveEntry, type Bracket, type BracketLegName } from './prepare-bracket.js'
import type { PlaceOrder } from './prepare-order.js'

/** An exit of the leader, in what is copied of it. */
export type LeaderExit = Pick<Order, 'id' | 'kind' | 'trail' | 'limitPrice' | 'triggerPrice' | 'flags'>

/** Without what a follower does not get. */
export const leaderExitOf = ({ id, kind, trail, limitPrice, triggerPrice, flags }: Order): LeaderExit => ({
  ...{ id, kind, limitPrice, triggerPrice, flags, ...(trail && { trail }) },
})

export const legNameOf = ({ kind }: Pick<Order, 'kind'>): ProtectionName =>
  kind === 'STOP' ? 'stop_loss' : 'take_profit'

/** For a limit that waits: from its price on, at no worse. */
export function protectionLike(exit: LeaderExit, linkId: string): Protection & { readonly copiedFrom: CopiedFrom } {
  const { trail, limitPrice, triggerPrice, flags } = exit
  return {
    triggerPrice: trail === undefined ? (triggerPrice ?? limitPrice) : null,
    ...(trail && {
      trail: {
        ...(trail.offset !== undefined && { offset: trail.offset }),
        ...(trail.offsetPct !== undefined && { offsetPct: trail.offsetPct }),
        ...(trail.activationPrice !== undefined && { activationPrice: trail.activationPrice }),
      },
    }),
    price: limitPrice,
    quantity: null,
    triggerBy: triggerSource(flags),
    copiedFrom: { linkId, fillId: null, orderId: exit.id },
  }
}

/**
 * The same as what an entry brings along, for all of the position. A target that the worst price of the entry is beyond
 * is left out: it is set once the position is there, if it can be.
 */
export function bracketLike(exits: readonly LeaderExit[], entry: PlaceOrder, linkId: string): Bracket | undefined {
  const bracket: { -readonly [Name in BracketLegName]?: Bracket[Name] } = {}
  for (const exit of exits) {
    const name = legNameOf(exit)
    const { triggerPrice, price, triggerBy, trail, copiedFrom } = protectionLike(exit, linkId)
    if (isBeyond(name, triggerPrice, entry)) continue
    const leg = { triggerPrice, price, triggerBy, copiedFrom, terms: { isOfPosition: true } } as const
    bracket[name] = trail === undefined ? leg : { ...leg, trail }
  }
  return bracket.stop_loss === undefined && bracket.take_profit === undefined ? undefined : bracket
}

function isBeyond(
  name: BracketLegName,
  trigger: Protection['triggerPrice'],
  { price: limit, side }: PlaceOrder,
): boolean {
  if (limit === null || trigger === null) return false
  return isAboveEntry(name, side) ? trigger <= limit : trigger >= limit
}
