import type { AccountFilter } from '../../api/firm/firm.js'
import { filterParams, readFilter, type FilterFields, type FilterValues } from '../../firm/filter.js'
import { stateName } from '../../text/en/common.js'
import { text } from '../../text/en/firm/firm.js'

const STATES: readonly NonNullable<AccountFilter['state']>[] = [
  'ACTIVE',
  'REDUCE_ONLY',
  'HALTED',
  'PASSED',
  'TERMINATED',
  'CLOSED',
]

export const FIELDS = {
  user: { kind: 'text', label: text.search, hint: text.searchHint, isLong: true },
  plan: { kind: 'text', label: text.plan },
  state: {
    kind: 'choice',
    label: text.state,
    options: Object.fromEntries(STATES.map((state) => [state, stateName(state)])),
  },
} as const satisfies FilterFields

type Sort = AccountFilter['sort']

/** The choice that an address asks for: the fields of the form, and the order. */
export const readChoice = (
  params: URLSearchParams,
): { readonly values: FilterValues<typeof FIELDS>; readonly sort: Sort } => ({
  values: readFilter(params, FIELDS),
  sort: params.get('sort') === 'headroom' ? 'headroom' : 'created_at',
})

/** The address of a choice: only what differs from all accounts, the newest first. */
export const choiceParams = (values: FilterValues<typeof FIELDS>, sort: Sort): URLSearchParams =>
  filterParams({ ...values, sort: sort === 'headroom' ? sort : undefined })

/** The filter that an address asks for, as the service takes it. */
export function accountFilter(params: URLSearchParams): AccountFilter {
  const { values, sort } = readChoice(params)
  const state = STATES.find((known) => known === values.state)
  return {
    sort,
    ...(values.user !== undefined && { user_id: values.user }),
    ...(values.plan !== undefined && { plan_id: values.plan }),
    ...(state !== undefined && { state }),
  }
}

const ACCOUNT_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The account that a search names by its id, if it does. */
export const accountOf = (search: string): string | null => {
  const text = search.trim()
  return ACCOUNT_ID.test(text) ? text.toLowerCase() : null
}
