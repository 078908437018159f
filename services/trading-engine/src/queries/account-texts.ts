import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import type { Instrument } from '../core/model/market/instrument.js'
import { limitUtilisation } from '../core/risk/limit-utilisation.js'
import { tickAt } from '../core/values/tick.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { riskCodec } from '../wire/account/risk-codec.js'
import type { AccountBodies } from './account-bodies.js'
import type { FoundOdds } from './read-account-odds.js'
import type { AccountRead } from './read-account.js'
import type { MakeJson, SharedText, SharedTexts } from './shared-texts.js'

/**
 * The JSON that shows an account and the worth of its positions. Freezes within its risk begin and end with a tick.
 * `risk` lists all symbols that the account may trade; `riskOfHeld`, which is sent often or for many accounts,
 * only those with a position or a working order.
 */
export type AccountTexts = (
  kind: keyof AccountBodies | 'risk' | 'riskOfHeld',
  read: AccountRead,
  write: WriteDecimal,
) => SharedText

export const createAccountTexts =
  (texts: SharedTexts, bodies: AccountBodies, instruments: readonly Instrument[]): AccountTexts =>
  (kind, { account, context }, write) => {
    const key = `${kind} ${account.id}`
    if (kind !== 'risk' && kind !== 'riskOfHeld') return texts.find(key, account, context.market, write, bodies[kind])
    const body = riskOf(context, kind === 'risk' ? instruments : [])
    return texts.find(key, account, context.market, write, body, [tickAt(context.now), context.news])
  }

const riskOf =
  ({ now, news, instruments }: DecisionContext, others: readonly Instrument[]): MakeJson<Account> =>
  (account, market, write) =>
    riskJson({ account, context: { now, news, instruments, market } }, others, write)

interface RiskRead {
  readonly account: Account
  readonly context: Parameters<typeof limitUtilisation>[1]
}

/** The risk by itself: `asked` are odds, which are nobody else's. */
export const riskJson = (
  { account, context }: RiskRead,
  others: readonly Instrument[],
  write: WriteDecimal,
  asked?: FoundOdds,
): string =>
  riskCodec.json({ account, utilisation: limitUtilisation(account, context, others), ...(asked && { asked }) }, write)
