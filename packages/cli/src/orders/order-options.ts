import type { AccountOrder } from '@ats/sdk'
import { Option, type Command } from 'commander'
import { Failure } from '../failure.js'
import { readDecimal, readOneOf } from '../read-words.js'

export interface OrderOptions {
  readonly limit?: string
  readonly stop?: string
  readonly takeProfit?: string
  readonly trail?: Distance
  readonly activateAt?: string
  readonly triggerBy?: TriggerSource
  readonly tif?: NonNullable<AccountOrder['tif']>
  readonly expiresAt?: string
  readonly postOnly?: true
  readonly reduceOnly?: true
  readonly venue?: Venue
  readonly position?: string
  readonly parent?: string
  readonly stopLoss?: BracketLeg
  readonly trailingStop?: Distance
  readonly target?: BracketLeg
  readonly wholePosition?: true
  readonly clientId?: string
}

export const VENUES = ['GMX', 'OSTIUM'] as const
export type Venue = (typeof VENUES)[number]
const TIMES_IN_FORCE = ['GTC', 'GTD', 'GTX', 'IOC', 'FOK'] as const
export const TRIGGER_SOURCES = ['LAST', 'MARK', 'INDEX'] as const
export type TriggerSource = (typeof TRIGGER_SOURCES)[number]

/** An option with a fixed set of values, in any case. */
export const choiceOption = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, `${description}: ${choices.join(', ')}`).choices(choices).argParser(readOneOf(choices))

export const withOrderOptions = (command: Command): Command =>
  command
    .option('--limit <price>', 'at this price or better (without it: at the market)', readDecimal)
    .option('--stop <price>', 'wait until the price moves against you to here; with --limit, a stop-limit', readDecimal)
    .option('--take-profit <price>', 'wait until the price moves your way to here', readDecimal)
    .option(
      '--trail <distance|%>',
      'a stop whose trigger follows the market: this far from its best price',
      readDistance,
    )
    .option('--activate-at <price>', 'with --trail: once the price has been here', readDecimal)
    .addOption(choiceOption('--trigger-by <price>', 'which price a stop or take-profit watches', TRIGGER_SOURCES))
    .addOption(choiceOption('--tif <tif>', 'time in force', TIMES_IN_FORCE))
    .option('--expires-at <time>', 'end of a GTD order')
    .option('--post-only', 'refused if it would match immediately')
    .option('--reduce-only', 'may only bring a position closer to flat')
    .addOption(choiceOption('--venue <venue>', 'where it goes', VENUES))
    .option('--position <id>', 'the position it reduces')
    .option('--parent <order-id>', 'the entry it is an exit of')
    .option('--stop-loss <price|%>', 'and a stop with it: at a price, or 2% from where it fills', readLeg)
    .option('--trailing-stop <distance|%>', 'or a stop with it that follows the market from its fill on', readDistance)
    .option('--target <price|%>', 'and a take-profit with it; each cancels the other', readLeg)
    .option('--whole-position', 'stop and target are for all of the position, in the place of other exits')
    .option('--client-id <id>', 'your name for it: with the same one it happens once')

/** The order that the words and options of a command mean. @throws Failure usage */
export function readOrder([side, quantity, symbol]: readonly string[], options: OrderOptions): AccountOrder {
  const { limit, stop, takeProfit, trail, triggerBy, tif, expiresAt, venue } = options
  if (stop !== undefined && takeProfit !== undefined)
    throw new Failure('usage', '--stop and --take-profit are two orders: send one of them, then the other')
  if (trail !== undefined && (stop ?? takeProfit ?? limit) !== undefined)
    throw new Failure('usage', '--trail is a stop of its own: leave out --stop, --take-profit and --limit')
  if (options.activateAt !== undefined && trail === undefined)
    throw new Failure('usage', '--activate-at belongs to --trail')
  const trigger = stop ?? takeProfit
  if (triggerBy !== undefined && trigger === undefined && trail === undefined)
    throw new Failure('usage', '--trigger-by belongs to --stop, --take-profit or --trail')
  const flags = {
    ...(options.postOnly && { post_only: true }),
    ...(options.reduceOnly && { reduce_only: true }),
    ...(triggerBy === 'MARK' && { trigger_on_mark: true }),
    ...(triggerBy === 'INDEX' && { trigger_on_index: true }),
  }
  return {
    symbol: symbol ?? '',
    side: readSide(side ?? ''),
    kind: kindOf(options),
    quantity: readQuantity(quantity ?? ''),
    ...(limit !== undefined && { price: limit }),
    ...(trigger !== undefined && { trigger_price: trigger }),
    ...(trail !== undefined && { trail: trailOf(trail, options.activateAt) }),
    ...((tif ?? expiresAt) !== undefined && { tif: tif ?? ('GTD' as const) }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(Object.keys(flags).length > 0 && { flags }),
    ...(venue !== undefined && { platform_id: venue }),
    ...(options.position !== undefined && { position_id: options.position }),
    ...(options.parent !== undefined && { parent_order_id: options.parent }),
    ...bracketOf(options),
    ...(options.clientId !== undefined && { client_id: options.clientId }),
  }
}

type BracketLeg = NonNullable<AccountOrder['stop_loss']>

/** How far a trigger is from the market's best price: an amount, or a percentage. */
export type Distance = { readonly offset: string } | { readonly offset_pct: string }

export const readDistance = (text: string): Distance =>
  text.endsWith('%') ? { offset_pct: readDecimal(text.slice(0, -1)) } : { offset: readDecimal(text) }

const trailOf = (distance: Distance, activation: string | undefined): NonNullable<AccountOrder['trail']> => ({
  ...distance,
  ...(activation !== undefined && { activation_price: activation }),
})

const readLeg = (text: string): BracketLeg =>
  text.endsWith('%') ? { offset_pct: readDecimal(text.slice(0, -1)) } : { trigger_price: readDecimal(text) }

function bracketOf({ stopLoss, trailingStop, target, wholePosition }: OrderOptions): Partial<AccountOrder> {
  if (stopLoss !== undefined && trailingStop !== undefined)
    throw new Failure('usage', '--stop-loss and --trailing-stop are two ways to stop: send one of them')
  const stop: BracketLeg | undefined = trailingStop === undefined ? stopLoss : { trail: trailingStop }
  if (stop === undefined && target === undefined) {
    if (wholePosition)
      throw new Failure('usage', '--whole-position belongs to --stop-loss, --trailing-stop or --target')
    return {}
  }
  return {
    ...(stop !== undefined && { stop_loss: stop }),
    ...(target !== undefined && { take_profit: target }),
    ...(wholePosition && { protect: 'POSITION' as const }),
  }
}

function kindOf({ limit, stop, takeProfit, trail }: OrderOptions): AccountOrder['kind'] {
  if (stop !== undefined || trail !== undefined) return 'STOP'
  if (takeProfit !== undefined) return 'TAKE_PROFIT'
  return limit === undefined ? 'MARKET' : 'LIMIT'
}

function readSide(text: string): 'BUY' | 'SELL' {
  const side = text.toUpperCase()
  if (side === 'BUY' || side === 'SELL') return side
  throw new Failure('usage', `the side must be buy or sell, not ${text}`, ['such as: ats order place buy 0.01 BTC-USD'])
}

function readQuantity(text: string): string {
  try {
    return readDecimal(text)
  } catch {
    throw new Failure('usage', `the quantity must be a number above 0, not ${text}`, [
      'such as: ats order place buy 0.01 BTC-USD',
    ])
  }
}
