import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { foundAccountsQuery, readAllFound, type AccountFilter } from '../../api/firm.js'
import { Page } from '../../app/page.js'
import { foundColumns } from '../../firm/account-columns.js'
import { text } from '../../text/en/firm.js'
import { DataTable } from '../../ui/data-table.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { filterParams, readFilter } from './filter.js'
import { FilterForm } from './filter-form.js'

/** Accounts of all users. What they are filtered by is part of the address. */
export default function FirmAccounts() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const filter = useMemo(() => readFilter(params), [params])
  return (
    <Page title={text.accountsTitle}>
      <FilterForm
        filter={filter}
        onFilter={(next) => setParams(filterParams(next))}
        onAccount={(id) => void navigate(`/firm/accounts/${id}`)}
      />
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
          rows={pages.flatMap(({ rows }) => rows)}
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
