import { text } from '../text/en/firm/firm.js'

type Details = Readonly<Record<string, unknown>>

/** A file of plans or of news would fill the page. */
const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.some((item) => typeof item === 'object')

export const hasLongDetails = (request: Details): boolean => Object.values(request).some(isLong)

/** The request of an operator in a line: `reason: documents missing, amount: 2500`; of long lists how long they are. */
export const auditDetails = (request: Details): string =>
  lineOf(request, (value) => (isLong(value) ? text.entries(value.length) : JSON.stringify(value)))

/** All of it. */
export const wholeDetails = (request: Details): string => lineOf(request, (value) => JSON.stringify(value))

const lineOf = (request: Details, write: (value: unknown) => string): string =>
  Object.entries(request)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : write(value)}`)
    .join(', ') || '–'

/** Changes whose subject is an account. */
const OF_ACCOUNTS: readonly string[] = [
  'halt_account',
  'release_account',
  'close_account',
  'move_capital',
  'sweep_holding',
  'propose_write_off',
  'approve_write_off',
  'propose_payout',
  'approve_payout',
  'reject_payout',
  'adjust_profit',
  'revoke_certificate',
]

/** Whether what was changed has a page: an account. */
export const isOfAccount = (action: string): boolean => OF_ACCOUNTS.includes(action)
