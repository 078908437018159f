/** Opens the account of callers without a key, where these are allowed, at the first start. */
import { BY_SYSTEM } from '../core/model/order/origin.js'
import { RequestError } from '@ats/service-kit/process'
import { createAccount, type CreateAccountDependencies } from './create-account.js'
import { asNumber } from '../wire/decimals.js'

/** A key issued to the user of this name sees and does the same. */
export const SANDBOX_USER_ID = 'sandbox'

const PLAN_ID = 'standard-100k'

/** Opens it unless it lives; after it has ended, the next start opens another. Engines may start together. */
export async function openSandboxAccount(dependencies: Omit<CreateAccountDependencies, 'creation'>): Promise<void> {
  const request = {
    userId: SANDBOX_USER_ID,
    origin: BY_SYSTEM,
    planId: PLAN_ID,
    challengeId: null,
    name: 'Sandbox',
    defaultVenue: null,
    clientId: null,
    write: asNumber,
  }
  try {
    await createAccount({ ...dependencies, creation: 'open' }, request)
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'conflict')) throw error
  }
}
