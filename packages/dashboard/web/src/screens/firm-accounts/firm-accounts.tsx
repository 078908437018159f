import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { eachOnce } from '../../api/account-places.js'
import { foundAccountsQuery, readAllFound, type AccountFilter } from '../../api/firm/firm.js'
import { Page } from '../../app/page.js'
import { foundColumns } from '../../firm/account-columns.js'
import { FilterBar } from '../../firm/filter-bar.js'
import { text } from '../../text/en/firm/firm.js'
import { DataTable } from '../../ui/tables/data-table.js'
import { readingOf } from '../../ui/reading.js'
import { Segments } from '../../ui/forms/segments.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { accountFilter, accountOf, choiceParams, FIELDS, readChoice } from './filter.js'

/** Accounts of all users. What they are filtered by is part of the address. */
export default function FirmAccounts() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const filter = useMemo(() => accountFilter(params), [params])
  const { values, sort } = readChoice(params)
  return (
    <Page title={text.accountsTitle}>
      <FilterBar
        fields={FIELDS}
        values={values}
        onFilter={(next) => {
          const account = accountOf(next.user ?? '')
          if (account === null) setParams(choiceParams(next, sort))
          else void navigate(`/firm/accounts/${account}`)
        }}
      >
        <Segments
          label={text.order}
          options={text.orders}
          value={sort}
          onChange={(next) => setParams(choiceParams(values, next))}
        />
      </FilterBar>
      <Found filter={filter} />
    </Page>
  )
}

function Found({ filter }: { readonly filter: AccountFilter }) {
  const query = useInfiniteQuery({ ...foundAccountsQuery(filter), refetchInterval: 15_000 })
  const columns = useMemo(() => foundColumns(filter.sort), [filter.sort])
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={12} />} onRetry={() => void query.refetch()}>
      {({ pages }) => (
        <DataTable
          label={text.accountsTitle}
          columns={columns}
          rows={eachOnce(pages.flatMap(({ rows }) => rows))}
          rowKey={({ id }) => id}
          empty={<Empty title={text.noneFound} hint={text.noneFoundHint} />}
          readAll={() => readAllFound(filter)}
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </ReadingView>
  )
}
