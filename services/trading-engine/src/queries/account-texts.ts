import type { Account } from '../core/model/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { limitUtilisation } from '../core/risk/limit-utilisation.js'
import { tickAt } from '../core/values/tick.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { riskBody } from '../wire/risk-body.js'
import type { AccountBodies } from './account-bodies.js'
import type { AccountRead } from './read-account.js'
import type { MakeBody, SharedText, SharedTexts } from './shared-texts.js'

/** The JSON that shows an account and the worth of its positions. Freezes within its risk begin and end with a tick. */
export type AccountTexts = (kind: keyof AccountBodies | 'risk', read: AccountRead, write: WriteDecimal) => SharedText

export const createAccountTexts =
  (texts: SharedTexts, bodies: AccountBodies): AccountTexts =>
  (kind, { account, context }, write) => {
    const key = `${kind} ${account.id}`
    if (kind !== 'risk') return texts.find(key, account, context.market, write, bodies[kind])
    return texts.find(key, account, context.market, write, riskOf(context), [tickAt(context.now), context.news])
  }

const riskOf =
  ({ now, news, instruments }: DecisionContext): MakeBody<Account> =>
  (account, market, write) =>
    riskBody(account, limitUtilisation(account, { now, news, instruments, market }), write)
