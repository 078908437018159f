import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readAllPages } from '../../api/pages.js'
import { pagedQuery, type ReadPage } from '../../api/paged.js'
import { DataTable, type Column } from './data-table.js'
import { readingOf } from '../reading.js'
import { ReadingView, RowsSkeleton } from '../states.js'

/** The most rows that the services give at a time. */
const EXPORT_PAGE = 500

interface PagedTableProps<Row> {
  readonly label: string
  readonly queryKey: readonly unknown[]
  readonly read: ReadPage<Row>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  readonly empty: ReactNode
  /** Read again at this period, for lists of which nothing tells that they have changed. */
  readonly refetchMs?: number
}

/** A list that is read by time: its newest rows, older ones when asked for, and all of them in a file. */
export function PagedTable<Row>({ label, queryKey, read, columns, rowKey, empty, refetchMs }: PagedTableProps<Row>) {
  const query = useInfiniteQuery({ ...pagedQuery(queryKey, read), refetchInterval: refetchMs ?? false })
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
      {({ pages }) => (
        <DataTable
          label={label}
          columns={columns}
          rows={pages.flatMap(({ rows }) => rows)}
          rowKey={rowKey}
          empty={empty}
          readAll={() => readAllPages((to) => read({ to, limit: EXPORT_PAGE }))}
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </ReadingView>
  )
}
