import type { Hook, NewHook } from '@ats/sdk/types'

/** The content of the form of a new hook, as it is typed. */
export interface HookForm {
  readonly label: string
  readonly accountId: string
  readonly maxQuantity: string
  readonly symbols: string
  readonly perMinute: string
  readonly isTradingView: boolean
}

export const EMPTY_HOOK: HookForm = {
  ...{ label: '', accountId: '', maxQuantity: '', symbols: '', perMinute: '10', isTradingView: true },
}

export const isComplete = ({ label, accountId, maxQuantity }: HookForm): boolean =>
  label.trim() !== '' && accountId !== '' && maxQuantity.trim() !== ''

/** The request for the hook of a form. What is wrong in it, the wallet says. */
export function newHookOf(form: HookForm): NewHook {
  const symbols = form.symbols.split(/[\s,]+/).filter((word) => word !== '')
  return {
    label: form.label.trim(),
    accountId: form.accountId,
    maxQuantity: form.maxQuantity.trim(),
    maxOrdersPerMinute: Number(form.perMinute),
    ...(symbols.length > 0 && { symbols }),
    ...(form.isTradingView && { ipList: ['tradingview'] }),
  }
}

/** The text of an alert, to be pasted at TradingView. */
export const MESSAGE = '{"symbol":"{{ticker}}","position":"{{strategy.position_size}}","time":"{{timenow}}"}'

/** The symbol of an alert that is tried. */
export const testSymbolOf = ({ symbols }: Pick<Hook, 'symbols'>): string => symbols[0] ?? 'BTC-USD'
