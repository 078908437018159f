import { Group, List, Stack, Text } from '@mantine/core'
import type { Odds } from '@ats/sdk/types'
import { ruleName } from '../../../text/en/common.js'
import { text } from '../../../text/en/lab/odds.js'
import { Money } from '../../../ui/figures/figure.js'
import { LabelledFigure } from '../../../ui/figures/labelled-figure.js'
import { formatShare } from '../../../ui/figures/rate-percent.js'
import { Panel, PanelPart } from '../../../ui/panel.js'
import { DataTable, type Column } from '../../../ui/tables/data-table.js'

type Share = NonNullable<Odds['passed']>
type Phase = Odds['phases'][number]

const shareOf = (share: Share | null): string => (share === null ? text.noObjective : formatShare(share.probability))

/** The estimate, and what it rests on. */
export const OddsAnswer = ({ odds }: { readonly odds: Odds }) => (
  <Panel title={text.answer}>
    <Stack gap="md">
      <Group gap="xl">
        <SharedFigure label={text.passed} share={odds.passed} />
        {odds.payouts !== null && (
          <>
            <SharedFigure label={text.paid} share={odds.payouts.paid} />
            <LabelledFigure label={text.meanPaid} isLarge>
              <Money value={odds.payouts.mean_paid} />
            </LabelledFigure>
            <LabelledFigure label={text.expected} isLarge>
              <Money value={odds.payouts.expected_value} signed />
            </LabelledFigure>
          </>
        )}
      </Group>
      <PanelPart title={text.phases}>
        <DataTable label={text.phases} columns={PHASES} rows={odds.phases} rowKey={keyOf} empty={null} />
      </PanelPart>
      <PanelPart title={text.ends}>
        <DataTable
          label={text.ends}
          columns={ENDS}
          rows={odds.phases.flatMap((phase) => phase.ends.map((end) => ({ ...end, phase: nameOf(phase) })))}
          rowKey={({ phase, rule }) => `${phase} ${rule}`}
          empty={<Text size="sm">{text.noEnds}</Text>}
        />
      </PanelPart>
      <PanelPart title={text.sensitivity}>
        <DataTable
          label={text.sensitivity}
          columns={CHANGES}
          rows={odds.sensitivity}
          rowKey={({ change, by }) => `${change} ${by}`}
          empty={null}
        />
      </PanelPart>
      <PanelPart title={text.assumptions}>
        <List size="sm" spacing={4}>
          {odds.assumptions.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </PanelPart>
    </Stack>
  </Panel>
)

const SharedFigure = ({ label, share }: { readonly label: string; readonly share: Share | null }) => (
  <div>
    <LabelledFigure label={label} isLarge>
      {shareOf(share)}
    </LabelledFigure>
    {share !== null && (
      <Text size="xs" c="dimmed">
        {text.interval(formatShare(share.low), formatShare(share.high))}
      </Text>
    )}
  </div>
)

const nameOf = ({ phase, plan_id: plan }: Phase): string => phase ?? plan
const keyOf = (phase: Phase): string => nameOf(phase)
const daysOf = (days: number | null): string => (days === null ? '–' : String(days))

const PHASES: readonly Column<Phase>[] = [
  { ...{ name: 'phase', header: text.phaseColumns.phase, text: nameOf }, cell: nameOf },
  {
    ...{ name: 'attempts', header: text.phaseColumns.attempts, align: 'right', text: (row) => String(row.attempts) },
    cell: ({ attempts }) => attempts.toLocaleString('en-US'),
  },
  {
    ...{ name: 'passed', header: text.phaseColumns.passed, align: 'right', text: ({ passed }) => shareOf(passed) },
    cell: ({ passed }) => shareOf(passed),
  },
  {
    ...{ name: 'days_p50', header: text.phaseColumns.days, align: 'right', text: (row) => daysOf(row.days_p50) },
    cell: (row) => daysOf(row.days_p50),
  },
  {
    ...{ name: 'days_p90', header: text.phaseColumns.most, align: 'right', text: (row) => daysOf(row.days_p90) },
    cell: (row) => daysOf(row.days_p90),
  },
]

type End = Phase['ends'][number] & { readonly phase: string }

const ENDS: readonly Column<End>[] = [
  { ...{ name: 'phase', header: text.endColumns.phase, text: ({ phase }) => phase }, cell: ({ phase }) => phase },
  { ...{ name: 'rule', header: text.endColumns.rule, text: ({ rule }) => rule }, cell: ({ rule }) => ruleName(rule) },
  {
    ...{ name: 'attempts', header: text.endColumns.attempts, align: 'right', text: (row) => String(row.attempts) },
    cell: ({ attempts }) => attempts.toLocaleString('en-US'),
  },
]

type Change = Odds['sensitivity'][number]
const changeOf = ({ change, by }: Change): string => text.changes[change](by)

const CHANGES: readonly Column<Change>[] = [
  { ...{ name: 'change', header: text.sensitivityColumns.change, text: changeOf }, cell: changeOf },
  {
    ...{
      name: 'passed',
      header: text.sensitivityColumns.passed,
      align: 'right',
      text: ({ passed }) => shareOf(passed),
    },
    cell: ({ passed }) => shareOf(passed),
  },
  {
    name: 'expected_value',
    header: text.sensitivityColumns.value,
    align: 'right',
    text: (row) => row.expected_value,
    cell: (row) => <Money value={row.expected_value} signed />,
  },
]
