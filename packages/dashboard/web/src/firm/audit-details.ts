/** The request of an operator in a line: `reason: documents missing, amount: 2500`. */
export const auditDetails = (request: Readonly<Record<string, unknown>>): string =>
  Object.entries(request)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ') || '–'

/** Changes whose subject is an account. */
const OF_ACCOUNTS: readonly string[] = [
  'halt_account',
  'release_account',
  'close_account',
  'move_capital',
  'propose_payout',
  'approve_payout',
  'reject_payout',
]

/** Whether what was changed has a page: an account. */
export const isOfAccount = (action: string): boolean => OF_ACCOUNTS.includes(action)
