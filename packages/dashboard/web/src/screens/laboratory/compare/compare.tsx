import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabReport } from '@ats/sdk/types'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { logQuery, resultQuery, runQuery } from '../../../api/lab.js'
import { stateName } from '../../../text/en/common.js'
import { comparing as text } from '../../../text/en/lab/lab.js'
import { formatMoney } from '../../../ui/figures/format.js'
import { Panel } from '../../../ui/panel.js'
import { Empty, RowsSkeleton } from '../../../ui/states.js'
import { DataTable, type Column } from '../../../ui/tables/data-table.js'
import { profitOf, type RunAccount } from '../report/run-result.js'
import { LabPage } from '../lab-page.js'
import { nameOf, planOf, statusOf } from '../run-words.js'
import { LabReading, WithLab } from '../with-lab.js'
import { firstDifferences, likenessOf, type Difference } from './first-differences.js'

const LineChart = lazy(() => import('../../../ui/charts/line-chart.js'))
const HEIGHT = 260

/** Two runs side by side, and where they first differ. */
export default function Compare() {
  const [query] = useSearchParams()
  const [first, second] = [query.get('first'), query.get('second')]
  return (
    <LabPage title={text.title} subtitle={text.subtitle}>
      <WithLab>
        {first === null || second === null ? (
          <Empty title={text.choose} hint={text.chooseHint} />
        ) : (
          <One id={first}>{(one) => <One id={second}>{(other) => <Both first={one} second={other} />}</One>}</One>
        )}
      </WithLab>
    </LabPage>
  )
}

interface Side {
  readonly log: LabReport
  /** The newest account; null: nothing is known of it. */
  readonly account: RunAccount | null
}

interface OneProps {
  readonly id: string
  readonly children: (side: Side) => React.ReactNode
}

/** Reads a run as it is now, with its log. */
function One({ id, children }: OneProps) {
  const run = useQuery(runQuery(id))
  const events = run.data?.events
  const log = useQuery({ ...logQuery(id, events ?? 0), enabled: events !== undefined })
  const result = useQuery({ ...resultQuery(id, run.data?.status === 'ENDED'), enabled: events !== undefined })
  const side = log.data && result.data && { log: log.data, account: result.data.accounts?.[0] ?? null }
  const at = run.data === undefined ? null : run.dataUpdatedAt
  return (
    <LabReading
      reading={{ value: side, at, problem: run.error ?? log.error ?? result.error }}
      skeleton={<RowsSkeleton rows={10} />}
      onRetry={() => void Promise.all([run.refetch(), log.refetch(), result.refetch()])}
    >
      {children}
    </LabReading>
  )
}

function Both({ first, second }: { readonly first: Side; readonly second: Side }) {
  const likeness = likenessOf(first.log, second.log)
  const differences = useMemo(() => firstDifferences(first.log, second.log), [first.log, second.log])
  const isKept = first.log.trace !== null && second.log.trace !== null
  return (
    <Stack gap="md">
      <Alert
        color={likeness === 'EQUAL' ? 'green' : 'gray'}
        variant="light"
        role="status"
        c="var(--mantine-color-text)"
      >
        {{ EQUAL: text.equal, DIFFERENT: text.different, EMPTY: text.unlike, UNKNOWN: text.unknown }[likeness]}
      </Alert>
      <DataTable
        label={text.table}
        columns={figureColumns(...namesOf(first, second))}
        rows={rowsOf(first, second)}
        rowKey={({ name }) => name}
        empty={null}
      />
      {!isKept && <Text size="sm">{text.unknown}</Text>}
      {differences.length > 0 && (
        <Panel title={text.firstDifference}>
          <DataTable
            label={text.firstDifference}
            columns={DIFFERENCES}
            rows={differences}
            rowKey={({ kind }) => kind}
            empty={null}
          />
        </Panel>
      )}
      <Curves first={first} second={second} />
    </Stack>
  )
}

/** Their names; with their ids, where these are the same. */
function namesOf({ log: first }: Side, { log: second }: Side): readonly [string, string] {
  const [one, other] = [nameOf(first), nameOf(second)]
  const withId = (name: string, id: string): string => (one === other ? text.withId(name, id.slice(0, 8)) : name)
  return [withId(one, first.run_id), withId(other, second.run_id)]
}

interface Row {
  readonly name: string
  readonly first: string
  readonly second: string
}

function rowsOf(first: Side, second: Side): readonly Row[] {
  const row = (name: string, of: (side: Side) => string): Row => ({ name, first: of(first), second: of(second) })
  const ofAccount = (name: string, of: (account: RunAccount) => string): Row =>
    row(name, ({ account }) => (account === null ? text.nothing : of(account)))
  const { rows: names } = text
  return [
    row(names.status, ({ log }) => statusOf(log)),
    row(names.plan, ({ log }) => planOf(log)),
    row(names.tape, ({ log }) => log.tape_id ?? text.nothing),
    row(names.seed, ({ log }) => String(log.seed)),
    ofAccount(names.state, ({ account }) => stateName(account.state)),
    ofAccount(names.equity, ({ summary }) => formatMoney(summary.equity, summary.currency)),
    ofAccount(names.profit, (account) => formatMoney(profitOf(account), account.summary.currency, true)),
    ofAccount(names.orders, ({ orders }) => String(orders.length)),
    ofAccount(names.breaches, ({ breaches }) => String(breaches.length)),
    row(names.events, ({ log }) => log.events.toLocaleString('en-US')),
    row(names.hash, ({ log }) => log.events_hash ?? text.nothing),
  ]
}

const WRAPPED = { display: 'inline-block', minWidth: '5rem', overflowWrap: 'anywhere', whiteSpace: 'normal' } as const
const wrapped = (words: string) => <span style={WRAPPED}>{words}</span>

const figureColumns = (first: string, second: string): readonly Column<Row>[] => [
  { ...{ name: 'name', header: text.figure, text: ({ name }) => name }, cell: ({ name }) => <b>{name}</b> },
  { ...{ name: 'first', header: first, text: (row) => row.first }, cell: (row) => wrapped(row.first) },
  { ...{ name: 'second', header: second, text: (row) => row.second }, cell: (row) => wrapped(row.second) },
]

const whereOf = ({ kind, place }: Difference): string =>
  kind === 'recipe' ? `${text.recipe}: ${place}` : text.nth[kind](Number(place))

const DIFFERENCES: readonly Column<Difference>[] = [
  { ...{ name: 'place', header: text.figure, text: whereOf }, cell: (row) => <b>{whereOf(row)}</b> },
  {
    ...{ name: 'first', header: text.first, text: ({ first }) => first },
    cell: ({ first }) => wrapped(first ?? text.nothing),
  },
  {
    ...{ name: 'second', header: text.second, text: ({ second }) => second },
    cell: ({ second }) => wrapped(second ?? text.nothing),
  },
]

function Curves({ first, second }: { readonly first: Side; readonly second: Side }) {
  const lines = useMemo(() => {
    const [one, other] = namesOf(first, second)
    const line = (name: string, { account }: Side, color: string, style: 'solid' | 'dashed') => ({
      ...{ name, color, style },
      points: (account?.equity.points ?? []).map(({ timestamp, equity }) => ({ at: timestamp, value: equity })),
    })
    return [line(one, first, '--ok-bar', 'solid'), line(other, second, '--warn-bar', 'dashed')]
  }, [first, second])
  if (lines.every(({ points }) => points.length < 2)) return null
  return (
    <Panel title={text.curve}>
      <Suspense fallback={<Skeleton height={HEIGHT + 48} />}>
        <LineChart
          label={text.curve}
          lines={lines}
          currency={first.account?.summary.currency ?? 'USD'}
          height={HEIGHT}
        />
      </Suspense>
      <Text size="sm" c="dimmed">
        {text.curveHint}
      </Text>
    </Panel>
  )
}
