import type { WriteDecimal } from '../wire/decimals.js'
import type { AccountBodies } from './account-bodies.js'
import type { AccountRead } from './read-account.js'
import type { SharedText, SharedTexts } from './shared-texts.js'

/** The JSON that shows an account and the worth of its positions. */
export type AccountTexts = (kind: keyof AccountBodies, read: AccountRead, write: WriteDecimal) => SharedText

export const createAccountTexts =
  (texts: SharedTexts, bodies: AccountBodies): AccountTexts =>
  (kind, { account, context }, write) =>
    texts.find(`${kind} ${account.id}`, account, context.market, write, bodies[kind])
