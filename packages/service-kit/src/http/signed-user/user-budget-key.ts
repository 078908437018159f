import { hashCredential } from '@ats/contracts'

/** The key of a user's budgets: of fixed length, and without the user's id. */
export const userBudgetKey = (userId: string): string => hashCredential(userId).toString('hex')
