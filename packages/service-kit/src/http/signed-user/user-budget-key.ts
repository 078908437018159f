import { hashCredential } from '@ats/contracts'

/** By which a user's budgets are counted: of one length, and nobody's name. */
export const userBudgetKey = (userId: string): string => hashCredential(userId).toString('hex')
