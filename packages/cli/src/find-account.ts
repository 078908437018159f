import type { TradingClient } from '@ats/sdk'
import type { AccountRecord } from './bodies.js'
import { Failure } from './failure.js'
import { endsWith, isWholeId } from './short-id.js'

const FINAL_STATES = ['TERMINATED', 'CLOSED']

export const isLive = ({ state }: Pick<AccountRecord, 'state'>): boolean => !FINAL_STATES.includes(state)

/**
 * The account of that id, ending of an id, or name; without one the caller's only live account.
 * @throws Failure usage, when there is none or more than one
 */
export async function findAccount(trading: TradingClient, named: string | undefined): Promise<string> {
  if (named !== undefined && isWholeId(named)) return named
  const accounts = await trading.accounts()
  const found =
    named === undefined
      ? accounts.filter(isLive)
      : accounts.filter(({ id, name }) => endsWith(id, named) || name === named)
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only.id
  const listed = (found.length === 0 ? accounts : found).map(({ id, plan_id, state, name }) =>
    [id, plan_id, state, name].join('  '),
  )
  if (only !== undefined) throw new Failure('usage', 'say which account, with --account or ATS_ACCOUNT', listed)
  throw new Failure(
    'usage',
    named === undefined ? 'you have no account yet: ats accounts create opens one' : `no account of yours is ${named}`,
    listed,
  )
}
