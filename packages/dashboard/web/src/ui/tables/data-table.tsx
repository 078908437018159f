import { Button, Group, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, type ReactNode } from 'react'
import { text } from '../../text/en/common.js'
import type { CsvColumn } from './csv.js'
import { CsvButton } from './csv-button.js'
import styles from './data-table.module.css'

/** A column: how a cell looks, and what it says in a file. */
export interface Column<Row> extends CsvColumn<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'right'
  /** Stays in sight at the right while the others scroll: for what can be done to a row. */
  readonly isSticky?: boolean
}

interface DataTableProps<Row> {
  /** The name of the list: the caption for screen readers, and the name of the file. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly empty: ReactNode
  /** Every row of the list for the file, where the table shows only the newest. */
  readonly readAll?: (() => Promise<readonly Row[]>) | undefined
  readonly onLoadMore?: (() => void) | undefined
  readonly isLoadingMore?: boolean
  /** Beside the download button. */
  readonly actions?: ReactNode
}

const ROW_HEIGHT = 37
const OVERSCAN = 8
/** So few rows need no scrolling of their own on a phone. */
const SHORT = 8

/** A table of any length, of which only the visible rows are in the page. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, empty, readAll, onLoadMore, isLoadingMore = false, actions } = props
  return (
    <div className={styles.section}>
      <Group justify="space-between" gap="xs" mb={6} mih={30}>
        <Text size="xs" c="dimmed">
          {text.rows(rows.length)}
        </Text>
        <Group gap={6}>
          {actions}
          <CsvButton label={label} columns={columns} readAll={readAll ?? (() => Promise.resolve(rows))} />
        </Group>
      </Group>
      {rows.length === 0 ? empty : <Rows {...props} />}
      {onLoadMore !== undefined && (
        <Group justify="center" mt="xs">
          <Button variant="default" size="xs" loading={isLoadingMore} onClick={onLoadMore}>
            {text.loadMore}
          </Button>
        </Group>
      )}
    </div>
  )
}

function Rows<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // A region that scrolls can be reached and scrolled by keyboard.
    <div
      ref={scroller}
      className={styles.scroller}
      data-short={rows.length <= SHORT}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table className={styles.table} role="table" aria-rowcount={rows.length + 1}>
        <caption className={styles.caption}>{label}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map(({ name, header, align, isSticky }) => (
              <th key={name} role="columnheader" scope="col" data-align={align} data-sticky={isSticky}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {before > 0 && <tr aria-hidden className={styles.spacer} style={{ height: before }} />}
          {items.map(({ index, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <tr key={key} role="row" aria-rowindex={index + 2} data-index={index} ref={virtualizer.measureElement}>
                <Cells row={row} columns={columns as readonly Column<unknown>[]} />
              </tr>
            )
          })}
          {after > 0 && <tr aria-hidden className={styles.spacer} style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}

const Cells = memo(({ row, columns }: { readonly row: unknown; readonly columns: readonly Column<unknown>[] }) =>
  columns.map(({ name, header, cell, align, isSticky }) => (
    <td key={name} role="cell" data-align={align} data-sticky={isSticky} data-label={header}>
      <span>{cell(row)}</span>
    </td>
  )),
)
Cells.displayName = 'Cells'
