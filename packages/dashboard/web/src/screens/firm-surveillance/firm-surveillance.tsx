import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { CASES_A_PAGE, surveillanceQuery, type CaseKind, type SurveillanceCase } from '../../api/firm/firm-desk.js'
import { Page } from '../../app/page.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import type { FilterFields } from '../../firm/filter.js'
import { text } from '../../text/en/firm/firm-surveillance.js'
import { formatPercent } from '../../ui/figures/format.js'
import { ratePercent } from '../../ui/figures/rate-percent.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { CaseDrawer } from './case-drawer.js'

const FIELDS = {
  kind: { kind: 'choice', label: text.kind, options: text.kinds },
  from: { kind: 'from' },
  to: { kind: 'to' },
} as const satisfies FilterFields

/** The findings of surveillance over a time, case by case. */
export default function FirmSurveillance() {
  const [values, setValues] = useFilter(FIELDS)
  const { kind, from, to } = values
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<SurveillanceCase | null>(null)
  const terms = {
    ...(kind !== undefined && { kind: kind as CaseKind }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    offset,
  }
  const query = useQuery(surveillanceQuery(terms))
  const columns = useMemo(() => columnsFor(setShown), [])
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <FilterBar
        fields={FIELDS}
        values={values}
        onFilter={(next) => {
          setOffset(0)
          setValues(next)
        }}
      />
      <Text size="sm" c="dimmed">
        {text.hint}
      </Text>
      <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
        {({ cases, total, trades, accounts, crowded, is_cut: isCut }) => (
          <Stack gap="sm">
            <Text size="sm" role="status">
              {[
                text.looked(grouped(trades), grouped(accounts)),
                ...(crowded > 0 ? [text.crowded(grouped(crowded))] : []),
                ...(isCut ? [text.isCut] : []),
              ].join(' ')}
            </Text>
            <DataTable
              label={text.cases}
              columns={columns}
              rows={cases}
              rowKey={keyOf}
              empty={<Empty title={text.none} hint={text.noneHint} />}
            />
            {total > cases.length && (
              <Group gap="sm" justify="center">
                <Button
                  variant="default"
                  size="xs"
                  disabled={offset === 0}
                  onClick={() => setOffset(Math.max(0, offset - CASES_A_PAGE))}
                >
                  {text.newer}
                </Button>
                <Text size="sm">{text.shown(offset + 1, offset + cases.length, total)}</Text>
                <Button
                  variant="default"
                  size="xs"
                  disabled={offset + cases.length >= total}
                  onClick={() => setOffset(offset + CASES_A_PAGE)}
                >
                  {text.older}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </ReadingView>
      {shown !== null && <CaseDrawer found={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}

const grouped = (count: number): string => count.toLocaleString('en-US')
const keyOf = ({ kind, accounts, key }: SurveillanceCase): string =>
  [kind, key?.key_id, ...accounts.map(({ account_id: id }) => id)].join(' ')
const usersOf = ({ accounts, key }: SurveillanceCase): string =>
  key?.user_id ?? accounts.map(({ user_id: user }) => user).join(', ')

const columnsFor = (show: (found: SurveillanceCase) => void): readonly Column<SurveillanceCase>[] => [
  {
    ...{ name: 'kind', header: text.columns.kind, text: ({ kind }) => kind },
    cell: ({ kind }) => text.kinds[kind],
  },
  {
    ...{ name: 'accounts', header: text.columns.accounts },
    text: ({ accounts, key }) =>
      key === null
        ? accounts.map(({ account_id: id, user_id: user }) => `${id} (${user})`).join(', ')
        : text.key(key.user_id, key.key_id),
    cell: ({ accounts, key }) => (
      <Stack gap={2} component="span">
        {key !== null && text.key(key.user_id, key.key_id)}
        {accounts.map(({ account_id: id, user_id: user, trades }) => (
          <Link key={id} to={`/firm/accounts/${id}`} className="lone-link">
            {text.account(user, trades)}
          </Link>
        ))}
      </Stack>
    ),
  },
  {
    ...{ name: 'matched', header: text.columns.matched, align: 'right', text: ({ matched }) => matched },
    cell: ({ matched }) => grouped(matched),
  },
  {
    ...{ name: 'same_side', header: text.columns.sameSide, align: 'right', text: ({ same_side }) => same_side },
    cell: ({ same_side }) => (same_side === null ? '–' : grouped(same_side)),
  },
  {
    ...{ name: 'share', header: text.columns.share, align: 'right', text: ({ share }) => share },
    cell: ({ share }) => formatPercent(ratePercent(String(share)), 0),
  },
  {
    ...{ name: 'pairs', header: text.pairs, isSticky: true, inFile: false, text: () => null },
    cell: (found) =>
      found.pairs.length === 0 && found.key === null ? (
        '–'
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => show(found)}
          aria-label={text.detailsOf(found.key === null, text.kinds[found.kind], usersOf(found))}
        >
          {found.key === null ? text.details : text.networksOf}
        </Button>
      ),
  },
]
