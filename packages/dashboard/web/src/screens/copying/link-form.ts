import type { CopyLink } from '@ats/sdk/types'
import type { CopyLinkChange, NewCopyLink } from '../../api/copy-links.js'
import { isAmount } from '../../ui/forms/decimal-input.js'

export const MODES = ['MULTIPLIER', 'EQUITY_RATIO', 'FIXED', 'RISK_PCT'] as const
export const KINDS = ['ENTRIES', 'EXITS', 'PROTECTION'] as const
export const REFUSALS = ['SKIP', 'PAUSE'] as const

/** In place of an account of the user's own. */
export const OTHER = 'other'

/** The terms of a link, as they are typed. */
export interface TermsForm {
  readonly mode: (typeof MODES)[number]
  readonly value: string
  readonly maxQuantity: string
  readonly copied: readonly (typeof KINDS)[number][]
  readonly symbols: string
  readonly onRefusal: (typeof REFUSALS)[number]
  readonly slippage: string
  readonly delay: string
}

/** The content of the form of a new link. */
export interface LinkForm extends TermsForm {
  readonly leaderId: string
  /** An own account, or OTHER: then that of `otherId`. */
  readonly followerId: string
  readonly otherId: string
}

export const EMPTY_LINK: LinkForm = {
  ...{ leaderId: '', followerId: '', otherId: '', mode: 'MULTIPLIER', value: '1', maxQuantity: '' },
  ...{ copied: KINDS, symbols: '', onRefusal: 'SKIP', slippage: '', delay: '5000' },
}

/** The form with the first accounts chosen that make a link, where none are. */
export function withAccounts(form: LinkForm, ids: readonly string[]): LinkForm {
  const leaderId = form.leaderId === '' ? (ids[0] ?? '') : form.leaderId
  const followerId = form.followerId === '' ? (ids.find((id) => id !== leaderId) ?? OTHER) : form.followerId
  return { ...form, leaderId, followerId }
}

const followerOf = ({ followerId, otherId }: LinkForm): string => (followerId === OTHER ? otherId.trim() : followerId)

export const areComplete = ({ value, copied }: TermsForm): boolean => isAmount(value.trim()) && copied.length > 0

export const isComplete = (form: LinkForm): boolean =>
  form.leaderId !== '' && !['', form.leaderId].includes(followerOf(form)) && areComplete(form)

/** The typed text without the blanks around it; null where it was left empty. */
function termsOf({ symbols, maxQuantity, slippage, delay, ...form }: TermsForm) {
  const orNull = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim())
  const words = symbols.split(/[\s,]+/).filter((word) => word !== '')
  return {
    ...{ mode: form.mode, value: form.value.trim(), maxQuantity: orNull(maxQuantity), slippage: orNull(slippage) },
    ...{ symbols: words.length === 0 ? null : words, delay: orNull(delay) },
    copy: KINDS.filter((kind) => form.copied.includes(kind)),
  }
}

/** The request for the link of a form. What is wrong in it, the engine says. */
export function newLinkOf(form: LinkForm): NewCopyLink {
  const { mode, value, maxQuantity, slippage, symbols, delay, copy } = termsOf(form)
  return {
    ...{ leader_account_id: form.leaderId, follower_account_id: followerOf(form) },
    sizing: { mode, value, ...(maxQuantity !== null && { max_quantity: maxQuantity }) },
    ...{ copy, on_refusal: form.onRefusal },
    ...(symbols !== null && { symbols }),
    ...(slippage !== null && { max_slippage_pct: slippage }),
    ...(delay !== null && { max_delay_ms: Number(delay) }),
  }
}

export const formOf = ({ sizing, symbols, copy, ...link }: CopyLink): TermsForm => ({
  ...{ mode: sizing.mode, value: sizing.value, maxQuantity: sizing.max_quantity ?? '' },
  ...{ copied: copy, symbols: (symbols ?? []).join(', '), onRefusal: link.on_refusal },
  ...{ slippage: link.max_slippage_pct ?? '', delay: String(link.max_delay_ms) },
})

/** The request that gives a link the terms of a form. What was left empty is not limited any more. */
export function changedTermsOf(form: TermsForm, { sizing }: Pick<CopyLink, 'sizing'>): CopyLinkChange {
  const { mode, value, maxQuantity, slippage, symbols, delay, copy } = termsOf(form)
  return {
    sizing: { mode, value, max_quantity: maxQuantity, rounding: sizing.rounding },
    ...{ symbols, copy, on_refusal: form.onRefusal, max_slippage_pct: slippage },
    ...(delay !== null && { max_delay_ms: Number(delay) }),
  }
}
