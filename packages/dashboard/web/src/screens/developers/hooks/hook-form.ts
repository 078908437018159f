import type { Hook, NewHook } from '@ats/sdk/types'
import type { HookChange } from '../../../api/hooks.js'

/** The limits of a hook, as they are typed. */
export interface TermsForm {
  readonly label: string
  readonly maxQuantity: string
  readonly symbols: string
  readonly perMinute: string
  /** The last day in UTC, YYYY-MM-DD; empty: it does not end by itself. */
  readonly lastDay: string
  /** Null: it takes alerts of other addresses, which stay as they are. */
  readonly isTradingView: boolean | null
}

/** The content of the form of a new hook. */
export interface HookForm extends TermsForm {
  readonly accountId: string
}

const TRADINGVIEW = 'tradingview'

export const EMPTY_HOOK: HookForm = {
  ...{ label: '', accountId: '', maxQuantity: '', symbols: '', perMinute: '10', lastDay: '', isTradingView: true },
}

export const areComplete = ({ label, maxQuantity }: TermsForm): boolean =>
  label.trim() !== '' && maxQuantity.trim() !== ''

export const isComplete = (form: HookForm): boolean => form.accountId !== '' && areComplete(form)

const symbolsOf = ({ symbols }: TermsForm): string[] => symbols.split(/[\s,]+/).filter((word) => word !== '')

const limitsOf = ({ label, maxQuantity, perMinute }: TermsForm) => ({
  ...{ label: label.trim(), maxQuantity: maxQuantity.trim(), maxOrdersPerMinute: Number(perMinute) },
})

/** The request for the hook of a form. What is wrong in it, the wallet says. */
export function newHookOf(form: HookForm): NewHook {
  const symbols = symbolsOf(form)
  return {
    ...{ accountId: form.accountId, ...limitsOf(form) },
    ...(symbols.length > 0 && { symbols }),
    ...(form.isTradingView === true && { ipList: [TRADINGVIEW] }),
    ...(form.lastDay !== '' && { expiresAt: form.lastDay }),
  }
}

const isTradingView = ({ ipList }: Pick<Hook, 'ipList'>): boolean | null =>
  ipList.length === 0 ? false : ipList.length === 1 && ipList[0] === TRADINGVIEW ? true : null

const lastDayOf = ({ expiresAt }: Pick<Hook, 'expiresAt'>): string => expiresAt?.slice(0, 10) ?? ''

export const formOf = (hook: Hook): TermsForm => ({
  ...{ label: hook.label, maxQuantity: hook.maxQuantity, symbols: hook.symbols.join(', ') },
  ...{ perMinute: String(hook.maxOrdersPerMinute), lastDay: lastDayOf(hook), isTradingView: isTradingView(hook) },
})

/** The request that gives a hook the limits of a form. */
export const changedTermsOf = (form: TermsForm, hook: Hook): HookChange => ({
  ...{ ...limitsOf(form), symbols: symbolsOf(form) },
  ...(form.isTradingView !== isTradingView(hook) && { ipList: form.isTradingView === true ? [TRADINGVIEW] : [] }),
  ...(form.lastDay !== lastDayOf(hook) && { expiresAt: form.lastDay === '' ? null : form.lastDay }),
})

/** The text of an alert, to be pasted at TradingView. */
export const MESSAGE = '{"symbol":"{{ticker}}","position":"{{strategy.position_size}}","time":"{{timenow}}"}'

/** The symbol of an alert that is tried. */
export const testSymbolOf = ({ symbols }: Pick<Hook, 'symbols'>): string => symbols[0] ?? 'BTC-USD'
