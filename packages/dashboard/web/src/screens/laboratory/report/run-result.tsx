import { Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LabReport, LabResult } from '@ats/sdk/types'
import { subtract } from '@ats/sdk/numbers/decimal'
import { lazy, Suspense, useMemo } from 'react'
import { curveLines } from '../../../account/curve-lines.js'
import { ObjectiveList } from '../../../account/objective-list.js'
import { orderColumns } from '../../../account/trading/order-columns.js'
import { resultQuery } from '../../../api/lab.js'
import { ruleName } from '../../../text/en/common.js'
import { text } from '../../../text/en/lab/run.js'
import { Decimal, Money } from '../../../ui/figures/figure.js'
import { LabelledFigure } from '../../../ui/figures/labelled-figure.js'
import { Panel } from '../../../ui/panel.js'
import { readingOf } from '../../../ui/reading.js'
import { StateBadge } from '../../../ui/state-badge.js'
import { Empty } from '../../../ui/states.js'
import { DataTable, type Column } from '../../../ui/tables/data-table.js'
import { TimeText } from '../../../ui/time/time-text.js'
import { LabReading } from '../with-lab.js'

const LineChart = lazy(() => import('../../../ui/charts/line-chart.js'))
const HEIGHT = 260
/** With the names of its lines and the notice under it. */
const SPACE = HEIGHT + 48

export type RunAccount = NonNullable<LabResult['accounts']>[number]

/** The accounts of a run, each with what it has come to: a challenge has one a phase. */
export function RunResult({ run }: { readonly run: LabReport }) {
  const result = useQuery({
    ...resultQuery(run.run_id, run.status === 'ENDED'),
    // The last reading of a run that goes on stands until that of its end is there.
    placeholderData: keepPreviousData,
  })
  return (
    <LabReading
      reading={readingOf(result)}
      skeleton={<Skeleton height={SPACE + 120} />}
      onRetry={() => void result.refetch()}
    >
      {({ accounts }) =>
        accounts === null ? (
          <Empty title={text.noResult} hint={text.noResultHint} />
        ) : (
          <Stack gap="md">
            {accounts.map((account, place) => (
              <AccountResult
                key={account.account.id}
                result={account}
                title={text.account(accounts.length - place, accounts.length)}
              />
            ))}
          </Stack>
        )
      }
    </LabReading>
  )
}

function AccountResult({ result, title }: { readonly result: RunAccount; readonly title: string }) {
  const { account, summary, objectives, breaches, orders } = result
  const { currency } = summary
  return (
    <Panel title={title}>
      <Stack gap="md">
        <Group gap="xl">
          <LabelledFigure label={text.state}>
            <StateBadge state={account.state} />
          </LabelledFigure>
          <LabelledFigure label={text.equity} isLarge>
            <Money value={summary.equity} currency={currency} />
          </LabelledFigure>
          <LabelledFigure label={text.profit} isLarge>
            <Money value={profitOf(result)} currency={currency} signed />
          </LabelledFigure>
          <LabelledFigure label={text.balance}>
            <Money value={summary.balance} currency={currency} />
          </LabelledFigure>
        </Group>
        <Curve result={result} />
        {objectives.objectives.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.noObjectives}
          </Text>
        ) : (
          <ObjectiveList states={objectives.objectives} currency={currency} />
        )}
        <section aria-label={text.breaches}>
          <Text size="sm" fw={600}>
            {text.breaches}
          </Text>
          <DataTable
            label={text.breaches}
            columns={BREACHES}
            rows={breaches}
            rowKey={({ id }) => id}
            empty={<Text size="sm">{text.noBreaches}</Text>}
          />
        </section>
        <section aria-label={text.orders}>
          <Text size="sm" fw={600}>
            {text.orders}
          </Text>
          <DataTable
            label={text.orders}
            columns={ORDERS}
            rows={orders}
            rowKey={({ id }) => id}
            empty={<Text size="sm">{text.noOrders}</Text>}
          />
        </section>
      </Stack>
    </Panel>
  )
}

/** The equity against what the account began with. */
export const profitOf = ({ account, summary }: Pick<RunAccount, 'account' | 'summary'>): string =>
  subtract(summary.equity, account.initial_balance)

const NO_FLOORS = { max_drawdown: null, daily_loss_limit: null }

function Curve({ result: { equity } }: { readonly result: RunAccount }) {
  const { lines } = useMemo(() => curveLines(equity, NO_FLOORS), [equity])
  if (equity.points.length < 2)
    return (
      <Flex direction="column" justify="center" mih={SPACE}>
        <Empty title={text.noCurve} />
      </Flex>
    )
  return (
    <Suspense fallback={<Skeleton height={SPACE} />}>
      <LineChart label={text.curve} lines={lines} currency={equity.currency} height={HEIGHT} />
    </Suspense>
  )
}

const { columns: names } = text

const BREACHES: readonly Column<RunAccount['breaches'][number]>[] = [
  {
    ...{ name: 'occurred_at', header: names.time, text: ({ occurred_at: at }) => at },
    cell: ({ occurred_at: at }) => <TimeText at={at} />,
  },
  { ...{ name: 'rule', header: names.rule, text: ({ rule }) => rule }, cell: ({ rule }) => ruleName(rule) },
  {
    ...{ name: 'severity', header: names.severity, text: ({ severity }) => severity },
    cell: ({ severity }) => severity.toLowerCase(),
  },
  {
    ...{ name: 'limit', header: names.limit, align: 'right', text: ({ limit }) => limit },
    cell: ({ limit }) => <Decimal value={limit} digitsMax={2} />,
  },
  {
    ...{ name: 'value', header: names.value, align: 'right', text: ({ value }) => value },
    cell: ({ value }) => <Decimal value={value} digitsMax={2} />,
  },
]

const ORDERS: readonly Column<RunAccount['orders'][number]>[] = [
  {
    ...{ name: 'created_at', header: names.time, text: ({ created_at: at }) => at },
    cell: ({ created_at: at }) => <TimeText at={at} />,
  },
  ...orderColumns(false),
]
