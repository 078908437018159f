import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AccountFilter } from '../../api/firm.js'
import { stateName } from '../../text/en/common.js'
import { text } from '../../text/en/firm.js'
import { Segments } from '../../ui/segments.js'
import { ACCOUNT_STATES, accountOf } from './filter.js'

interface FilterFormProps {
  readonly filter: AccountFilter
  readonly onFilter: (filter: AccountFilter) => void
  /** The search names an account by its id. */
  readonly onAccount: (id: string) => void
}

const STATES = [
  { value: '', label: text.anyState },
  ...ACCOUNT_STATES.map((state) => ({ value: state, label: stateName(state) })),
]

/** Chooses accounts: by words when the form is sent, by state and order immediately. */
export function FilterForm({ filter, onFilter, onAccount }: FilterFormProps) {
  const { user_id: user = '', plan_id: plan = '' } = filter
  const [search, setSearch] = useFollowing(user)
  const [planId, setPlanId] = useFollowing(plan)
  const apply = (state: AccountFilter['state'], sort: AccountFilter['sort']): void =>
    onFilter({
      sort,
      ...(search.trim() === '' ? {} : { user_id: search.trim() }),
      ...(planId.trim() === '' ? {} : { plan_id: planId.trim() }),
      ...(state === undefined ? {} : { state }),
    })
  const hasFilter = user !== '' || plan !== '' || filter.state !== undefined
  return (
    <form
      role="search"
      aria-label={text.filters}
      onSubmit={(event) => {
        event.preventDefault()
        const account = accountOf(search)
        if (account === null) apply(filter.state, filter.sort)
        else onAccount(account)
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          label={text.search}
          title={text.searchHint}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          maxLength={128}
          spellCheck={false}
          w={{ base: '100%', xs: 300 }}
        />
        <TextInput
          label={text.plan}
          value={planId}
          onChange={({ currentTarget }) => setPlanId(currentTarget.value)}
          maxLength={128}
          spellCheck={false}
        />
        <Button type="submit" variant="default">
          {text.apply}
        </Button>
        <NativeSelect
          label={text.state}
          data={STATES}
          value={filter.state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            apply(
              ACCOUNT_STATES.find((state) => state === value),
              filter.sort,
            )
          }
        />
        <Segments
          label={text.order}
          options={text.orders}
          value={filter.sort}
          onChange={(sort) => apply(filter.state, sort)}
        />
        {hasFilter && (
          <Button variant="subtle" onClick={() => onFilter({ sort: filter.sort })}>
            {text.clear}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** A text that is typed, until the address says something else. */
function useFollowing(value: string) {
  const state = useState(value)
  const [, set] = state
  useEffect(() => set(value), [value, set])
  return state
}
