import { compare, toMultiple } from '@ats/sdk/numbers/decimal'
import type { MarketPlace } from '../../../api/market.js'
import type { OrderRequest } from '../../../api/orders.js'
import { text } from '../../../text/en/ticket.js'
import type { TypedPrices } from '../chart/chart-lines.js'
import { decimalError } from '../../../ui/forms/decimal-input.js'

export type Kind = OrderRequest['kind']
export type Side = OrderRequest['side']
export type Tif = 'GTC' | 'GTD' | 'IOC' | 'FOK'

/** The ticket as it was filled in; texts are as they stand in their fields. */
export interface TicketForm {
  readonly side: Side
  readonly kind: Kind
  readonly quantity: string
  readonly price: string
  readonly trigger: string
  /** The trigger of a STOP follows the market: `trigger` is its distance, an amount or such as 2%. */
  readonly isTrailing: boolean
  readonly activation: string
  readonly triggerBy: 'LAST' | 'MARK' | 'INDEX'
  readonly tif: Tif
  /** The value of a `datetime-local` field: in the zone of the browser. */
  readonly expires: string
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
  readonly stopLoss: string
  /** The stop of the order follows the market: `stopLoss` is its distance. */
  readonly isStopTrailing: boolean
  readonly takeProfit: string
}

export const EMPTY_FORM: TicketForm = {
  side: 'BUY',
  kind: 'MARKET',
  quantity: '',
  price: '',
  trigger: '',
  isTrailing: false,
  activation: '',
  triggerBy: 'LAST',
  tif: 'GTC',
  expires: '',
  isPostOnly: false,
  isReduceOnly: false,
  stopLoss: '',
  isStopTrailing: false,
  takeProfit: '',
}

type Amount = 'quantity' | 'price' | 'trigger' | 'activation' | 'stopLoss' | 'takeProfit'
export type Problems = Readonly<Partial<Record<Amount, string>>>

export interface Steps {
  readonly lot_size: string
  readonly min_quantity: string
}

export const hasTrigger = ({ kind }: TicketForm): boolean => kind === 'STOP' || kind === 'TAKE_PROFIT'
export const trails = ({ kind, isTrailing }: TicketForm): boolean => kind === 'STOP' && isTrailing
const usesPrice = (form: TicketForm): boolean => form.kind !== 'MARKET' && !trails(form)
/** The times in force that the kind can have: without a limit nothing rests. */
export const tifsOf = ({ kind }: TicketForm): readonly Tif[] =>
  kind === 'MARKET' ? ['IOC', 'FOK'] : ['GTC', 'GTD', 'IOC', 'FOK']
/** Whether it can be asked to add to the book alone: it has a limit and may rest. */
export const canBePostOnly = (form: TicketForm): boolean =>
  usesPrice(form) && form.price.trim() !== '' && (form.tif === 'GTC' || form.tif === 'GTD')
/** Exits belong to orders that open. */
export const takesExits = ({ isReduceOnly }: TicketForm): boolean => !isReduceOnly

/** The prices that the order would have, as far as they are typed: distances and percentages are none. */
export const typedPrices = (form: TicketForm): TypedPrices => ({
  entry: hasTrigger(form) ? (trails(form) ? '' : form.trigger) : usesPrice(form) ? form.price : '',
  stop: takesExits(form) && !form.isStopTrailing ? form.stopLoss : '',
  target: takesExits(form) ? form.takeProfit : '',
})

const withoutPercent = (written: string): string => {
  const text = written.trim()
  return text.endsWith('%') ? text.slice(0, -1).trim() : text
}

/** Exits and distances may be given in percent. */
const mayBePercent = (field: Amount, form: TicketForm): boolean =>
  field === 'stopLoss' || field === 'takeProfit' || (field === 'trigger' && trails(form))

/** The faults of the fields, apart from those that are still empty. */
export function problemsOf(form: TicketForm, { lot_size, min_quantity }: Steps): Problems {
  const shown: readonly Amount[] = [
    'quantity',
    ...(usesPrice(form) ? (['price'] as const) : []),
    ...(hasTrigger(form) ? (['trigger'] as const) : []),
    ...(trails(form) ? (['activation'] as const) : []),
    ...(takesExits(form) ? (['stopLoss', 'takeProfit'] as const) : []),
  ]
  const problems: Partial<Record<Amount, string>> = {}
  for (const field of shown) {
    const problem = decimalError(mayBePercent(field, form) ? withoutPercent(form[field]) : form[field])
    if (problem !== null) problems[field] = problem
  }
  const quantity = form.quantity.trim()
  if (quantity !== '' && problems.quantity === undefined) {
    const lot = toMultiple(quantity, lot_size, 'down')
    if (compare(lot, quantity) !== 0) problems.quantity = text.offLot(lot_size)
    else if (compare(quantity, min_quantity) < 0) problems.quantity = text.belowMin(min_quantity)
  }
  return problems
}

/** Whether every field that the order needs is filled in. */
export const isComplete = (form: TicketForm): boolean =>
  form.quantity.trim() !== '' &&
  (form.kind !== 'LIMIT' || form.price.trim() !== '') &&
  (!hasTrigger(form) || form.trigger.trim() !== '')

export interface OrderPlace extends MarketPlace {
  readonly accountId: string
}

/** The request of a form that is complete and has no problems; without a `client_id`, as previews are asked. */
export function toOrder(form: TicketForm, { accountId, venue, symbol }: OrderPlace): OrderRequest {
  const flags = {
    ...(form.isReduceOnly && { reduce_only: true }),
    ...(form.isPostOnly && canBePostOnly(form) && { post_only: true }),
    ...(hasTrigger(form) && form.triggerBy === 'MARK' && { trigger_on_mark: true }),
    ...(hasTrigger(form) && form.triggerBy === 'INDEX' && { trigger_on_index: true }),
  }
  const tif = tifsOf(form).includes(form.tif) ? form.tif : 'IOC'
  const hasExpiry = tif === 'GTD' && form.expires !== ''
  return {
    account_id: accountId,
    platform_id: venue,
    symbol,
    side: form.side,
    kind: form.kind,
    quantity: form.quantity.trim(),
    tif,
    ...(usesPrice(form) && form.price.trim() !== '' && { price: form.price.trim() }),
    ...(hasTrigger(form) && !trails(form) && { trigger_price: form.trigger.trim() }),
    ...(trails(form) && { trail: trailOf(form) }),
    ...(Object.keys(flags).length > 0 && { flags }),
    ...(hasExpiry && { expires_at: new Date(form.expires).toISOString() }),
    ...(takesExits(form) && { ...stopOf(form), ...exitAt('take_profit', form.takeProfit) }),
  }
}

const distanceOf = (written: string): { readonly offset: string } | { readonly offset_pct: string } => {
  const text = written.trim()
  return text.endsWith('%') ? { offset_pct: withoutPercent(text) } : { offset: text }
}

const trailOf = ({ trigger, activation }: TicketForm): NonNullable<OrderRequest['trail']> => ({
  ...distanceOf(trigger),
  ...(activation.trim() !== '' && { activation_price: activation.trim() }),
})

const stopOf = ({ stopLoss, isStopTrailing }: TicketForm): Pick<OrderRequest, 'stop_loss'> =>
  isStopTrailing && stopLoss.trim() !== ''
    ? { stop_loss: { trail: distanceOf(stopLoss) } }
    : exitAt('stop_loss', stopLoss)

/** An exit that comes with the order: a trigger, or its distance from the average fill, such as 2%. */
function exitAt(name: 'stop_loss' | 'take_profit', written: string): Pick<OrderRequest, 'stop_loss' | 'take_profit'> {
  const text = written.trim()
  if (text === '') return {}
  return { [name]: text.endsWith('%') ? { offset_pct: withoutPercent(text) } : { trigger_price: text } }
}
