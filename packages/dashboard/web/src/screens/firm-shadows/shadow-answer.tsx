import { Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Shadows } from '../../api/firm/firm-shadows.js'
import { ruleName, stateName } from '../../text/en/common.js'
import { text } from '../../text/en/firm/firm-shadows.js'
import { formatMoney } from '../../ui/figures/format.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { formatShare } from '../../ui/figures/rate-percent.js'
import { Panel, PanelPart } from '../../ui/panel.js'
import { ShortId } from '../../ui/short-id.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { mixOf, type MixRow } from './breach-mix.js'

type Table = Shadows['table']
type FirmColumn = Table['own']
type Share = FirmColumn['paid']
type Mean = Table['paid_change']
type Shadowed = Shadows['accounts'][number]

/** The table of the firm, and each account. */
export const ShadowAnswer = ({ shadows: { accounts, table } }: { readonly shadows: Shadows }) => (
  <Panel title={text.answer}>
    <Stack gap="md">
      <Group gap="xl">
        <LabelledFigure label={text.compared} isLarge>
          {table.compared}
        </LabelledFigure>
        <LabelledFigure label={text.different} isLarge>
          {table.different}
        </LabelledFigure>
      </Group>
      <Text size="sm" c="dimmed">
        {text.supposedHint}
      </Text>
      <PanelPart title={text.firm}>
        <DataTable label={text.firm} columns={FIRM} rows={figuresOf(table)} rowKey={keyOf} empty={null} />
      </PanelPart>
      <PanelPart title={text.ended}>
        <DataTable
          label={text.ended}
          columns={MIX}
          rows={mixOf(table, ({ ended }) => ended.map((end) => ({ ...end, name: endName(end.reason) })))}
          rowKey={({ name }) => name}
          empty={<Text size="sm">{text.noEnds}</Text>}
        />
      </PanelPart>
      <PanelPart title={text.breaches}>
        <DataTable
          label={text.breaches}
          columns={MIX}
          rows={mixOf(table, ({ breaches }) => breaches.map((breach) => ({ ...breach, name: breachName(breach) })))}
          rowKey={({ name }) => name}
          empty={<Text size="sm">{text.noBreaches}</Text>}
        />
      </PanelPart>
      <PanelPart title={text.each}>
        <DataTable label={text.each} columns={EACH} rows={accounts} rowKey={(row) => row.account_id} empty={null} />
      </PanelPart>
    </Stack>
  </Panel>
)

const money = (value: string, signed = false): string => formatMoney(value, 'USD', signed)

const shareOf = ({ probability, low, high }: Share): string =>
  text.interval(formatShare(probability), formatShare(low), formatShare(high))
const meanOf = (mean: Mean, format: (value: string) => string): string =>
  mean === null ? '–' : text.interval(format(mean.value), format(mean.low), format(mean.high))

interface Figure {
  readonly name: string
  readonly own: string
  readonly shadow: string
  readonly change: string
}

function figuresOf({ own, shadow, passed_change: passed, paid_change: paid }: Table): readonly Figure[] {
  const row = (name: string, of: (column: FirmColumn) => string, change = ''): Figure => ({
    ...{ name, own: of(own), shadow: of(shadow), change },
  })
  const { figures } = text
  return [
    row(
      figures.atLeast,
      (column) => shareOf(column.passed_at_least),
      meanOf(passed, (value) => formatShare(value, true)),
    ),
    row(figures.atMost, (column) => shareOf(column.passed_at_most)),
    row(figures.paid, (column) => shareOf(column.paid)),
    row(
      figures.mean,
      (column) => meanOf(column.mean_paid, money),
      meanOf(paid, (value) => money(value, true)),
    ),
    row(figures.total, (column) => money(column.paid_out)),
  ]
}

const keyOf = ({ name }: Figure): string => name
const endName = (reason: string): string => ruleName(reason)
const breachName = ({ rule, action }: FirmColumn['breaches'][number]): string =>
  `${ruleName(rule)}, ${text.actions[action]}`

const textColumn = <Row extends object>(name: keyof Row & string, header: string, align?: 'right'): Column<Row> => ({
  ...{ name, header, text: (row) => String(row[name]) },
  ...(align !== undefined && { align }),
  cell: (row) => String(row[name]),
})

const FIRM: readonly Column<Figure>[] = [
  textColumn('name', text.firmColumns.figure),
  textColumn('own', text.firmColumns.own, 'right'),
  textColumn('shadow', text.firmColumns.shadow, 'right'),
  textColumn('change', text.firmColumns.change, 'right'),
]

const mixed = (count: MixRow['own']): string => (count === null ? '0' : `${count.accounts}: ${shareOf(count.share)}`)

const MIX: readonly Column<MixRow>[] = [
  textColumn('name', text.mixColumns.rule),
  {
    ...{ name: 'own', header: text.mixColumns.own, align: 'right', text: ({ own }) => mixed(own) },
    cell: ({ own }) => mixed(own),
  },
  {
    ...{ name: 'shadow', header: text.mixColumns.shadow, align: 'right', text: ({ shadow }) => mixed(shadow) },
    cell: ({ shadow }) => mixed(shadow),
  },
]

const lifeOf = (life: Shadowed['own']): string => {
  if (life === null) return '–'
  const { state, state_reason: reason } = life
  return reason === null ? stateName(state) : `${stateName(state)}: ${ruleName(reason)}`
}

const outcomeOf = ({ status, supposed, reason }: Shadowed): string =>
  [
    text.statuses[status],
    ...(supposed > 0 ? [text.supposed(supposed)] : []),
    ...(reason === null ? [] : [reason]),
  ].join('; ')

const differenceOf = ({ difference }: Shadowed): string =>
  difference === null ? '–' : text.difference(difference.field, difference.own, difference.shadow)

const EACH: readonly Column<Shadowed>[] = [
  {
    ...{ name: 'account_id', header: text.eachColumns.account, text: (row) => row.account_id },
    cell: ({ account_id: id }) => (
      <Link to={`/firm/accounts/${id}`} className="lone-link">
        <ShortId id={id} />
      </Link>
    ),
  },
  { ...{ name: 'status', header: text.eachColumns.status, text: outcomeOf }, cell: outcomeOf },
  { ...{ name: 'own', header: text.eachColumns.own, text: ({ own }) => lifeOf(own) }, cell: ({ own }) => lifeOf(own) },
  {
    ...{ name: 'shadow', header: text.eachColumns.shadow, text: ({ shadow }) => lifeOf(shadow) },
    cell: ({ shadow }) => lifeOf(shadow),
  },
  {
    ...{ name: 'difference', header: text.eachColumns.difference, text: differenceOf },
    cell: (row) =>
      row.difference === null ? (
        '–'
      ) : (
        <>
          <TimeText at={row.difference.command.at} /> {differenceOf(row)}
        </>
      ),
  },
]
