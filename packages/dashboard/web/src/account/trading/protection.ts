import type { Position } from '@ats/sdk/types'

/** An exit as it is typed: the trigger, and the price that it watches. */
export interface ExitFields {
  readonly price: string
  readonly watches: 'LAST' | 'MARK' | 'INDEX'
}

interface NewExit {
  readonly trigger_price: string
  readonly trigger_by: ExitFields['watches']
  readonly price?: string | null
  readonly quantity?: string | null
}

type Change = { readonly [field in 'take_profit' | 'stop_loss']?: NewExit | null }

/**
 * The change that makes an exit what was typed: none while it says the same, null when it was emptied. The limit and
 * the part of an exit that has them stay.
 */
export function protectionChange(
  field: keyof Change,
  { [field]: before, quantity: whole }: Pick<Position, keyof Change | 'quantity'>,
  { price, watches }: ExitFields,
): Change {
  const typed = price.trim()
  // A stop that trails has no trigger to show here: an empty field leaves it.
  if (typed === '') return before === null || before.trail !== undefined ? {} : { [field]: null }
  if (before !== null && before.trail === undefined && before.trigger_price === typed && before.trigger_by === watches)
    return {}
  const limit = before === null || before.price === null ? {} : { price: before.price }
  const part = before === null || before.quantity === whole ? {} : { quantity: before.quantity }
  return { [field]: { trigger_price: typed, trigger_by: watches, ...limit, ...part } }
}
