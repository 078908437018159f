import type { AccountFilter } from '../../api/firm.js'

export const ACCOUNT_STATES: readonly NonNullable<AccountFilter['state']>[] = [
  'ACTIVE',
  'REDUCE_ONLY',
  'HALTED',
  'PASSED',
  'TERMINATED',
  'CLOSED',
]

/** The filter that an address asks for; what it cannot mean is left out. */
export function readFilter(params: URLSearchParams): AccountFilter {
  const user = params.get('user')?.trim() ?? ''
  const plan = params.get('plan')?.trim() ?? ''
  const state = ACCOUNT_STATES.find((known) => known === params.get('state'))
  return {
    sort: params.get('sort') === 'headroom' ? 'headroom' : 'created_at',
    ...(user === '' ? {} : { user_id: user }),
    ...(plan === '' ? {} : { plan_id: plan }),
    ...(state === undefined ? {} : { state }),
  }
}

/** The address of a filter: only what differs from all accounts, the newest first. */
export function filterParams({ user_id: user, plan_id: plan, state, sort }: AccountFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (user !== undefined) params.set('user', user)
  if (plan !== undefined) params.set('plan', plan)
  if (state !== undefined) params.set('state', state)
  if (sort === 'headroom') params.set('sort', sort)
  return params
}

const ACCOUNT_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The account that a search names by its id, if it does. */
export const accountOf = (search: string): string | null => {
  const text = search.trim()
  return ACCOUNT_ID.test(text) ? text.toLowerCase() : null
}
