import type { NewCopyLink } from '../../api/copy-links.js'
import { isAmount } from '../../ui/forms/decimal-input.js'

export const MODES = ['MULTIPLIER', 'EQUITY_RATIO', 'FIXED', 'RISK_PCT'] as const
export const KINDS = ['ENTRIES', 'EXITS', 'PROTECTION'] as const
export const REFUSALS = ['SKIP', 'PAUSE'] as const

/** In place of an account of the user's own. */
export const OTHER = 'other'

/** The content of the form of a new link, as it is typed. */
export interface LinkForm {
  readonly leaderId: string
  /** An own account, or OTHER: then that of `otherId`. */
  readonly followerId: string
  readonly otherId: string
  readonly mode: (typeof MODES)[number]
  readonly value: string
  readonly maxQuantity: string
  readonly copied: readonly (typeof KINDS)[number][]
  readonly symbols: string
  readonly onRefusal: (typeof REFUSALS)[number]
  readonly slippage: string
  readonly delay: string
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

export const isComplete = (form: LinkForm): boolean =>
  form.leaderId !== '' &&
  !['', form.leaderId].includes(followerOf(form)) &&
  isAmount(form.value.trim()) &&
  form.copied.length > 0

/** The request for the link of a form. What is wrong in it, the engine says. */
export function newLinkOf(form: LinkForm): NewCopyLink {
  const symbols = form.symbols.split(/[\s,]+/).filter((word) => word !== '')
  const [maxQuantity, slippage, delay] = [form.maxQuantity.trim(), form.slippage.trim(), form.delay.trim()]
  return {
    ...{ leader_account_id: form.leaderId, follower_account_id: followerOf(form) },
    sizing: { mode: form.mode, value: form.value.trim(), ...(maxQuantity !== '' && { max_quantity: maxQuantity }) },
    ...{ copy: KINDS.filter((kind) => form.copied.includes(kind)), on_refusal: form.onRefusal },
    ...(symbols.length > 0 && { symbols }),
    ...(slippage !== '' && { max_slippage_pct: slippage }),
    ...(delay !== '' && { max_delay_ms: Number(delay) }),
  }
}
