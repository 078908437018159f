import { useMemo } from 'react'
import { Link } from 'react-router'
import { readBreaches, type FoundBreach } from '../../api/firm/firm-lists.js'
import { Page } from '../../app/page.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import { splitBounds, withinBounds, type FilterFields } from '../../firm/filter.js'
import { usePlanIds } from '../../firm/use-plan-ids.js'
import { text as accountWords } from '../../text/en/account.js'
import { RULES, ruleName } from '../../text/en/common.js'
import { breaches as text } from '../../text/en/firm/firm-lists.js'
import type { Column } from '../../ui/tables/data-table.js'
import { Money } from '../../ui/figures/figure.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { Empty } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { LimitValue } from '../../ui/violations.js'

const FLOORS = ['max_drawdown', 'daily_loss_limit'] as const
const { columns: names } = accountWords

const fieldsWith = (plans: readonly string[]) =>
  ({
    rule: {
      kind: 'choice',
      label: text.rule,
      options: Object.fromEntries(FLOORS.map((rule) => [rule, RULES[rule] ?? rule])),
    },
    severity: { kind: 'choice', label: text.severity, options: accountWords.severities },
    plan_id: { kind: 'choice', label: text.plan, options: Object.fromEntries(plans.map((id) => [id, id])) },
    user_id: { kind: 'text', label: text.user },
    from: { kind: 'from' },
    to: { kind: 'to' },
  }) as const satisfies FilterFields

/** The breaches of all accounts. */
export default function FirmBreaches() {
  const plans = usePlanIds()
  const fields = useMemo(() => fieldsWith(plans), [plans])
  const [values, setValues] = useFilter(fields)
  const { bounds, filter } = splitBounds(values)
  const wanted = filter as Parameters<typeof readBreaches>[0]
  return (
    <Page title={text.title}>
      <FilterBar fields={fields} values={values} onFilter={setValues} />
      <PagedTable
        label={text.title}
        queryKey={['firm', 'breaches', values]}
        read={(terms) => readBreaches(wanted, withinBounds(bounds, terms))}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<Empty title={text.none} hint={text.noneHint} />}
      />
    </Page>
  )
}

const COLUMNS: readonly Column<FoundBreach>[] = [
  {
    ...{ name: 'occurred_at', header: names.time, text: (row) => row.occurred_at },
    cell: (row) => <TimeText at={row.occurred_at} />,
  },
  { ...{ name: 'rule', header: names.rule, text: ({ rule }) => rule }, cell: ({ rule }) => <b>{ruleName(rule)}</b> },
  {
    ...{ name: 'severity', header: names.severity, text: ({ severity }) => severity },
    cell: ({ severity }) => accountWords.severities[severity],
  },
  {
    ...{ name: 'account_id', header: text.account, text: (row) => row.account_id },
    cell: (row) => <Link to={`/firm/accounts/${row.account_id}`}>{row.account_name}</Link>,
  },
  { ...{ name: 'user_id', header: text.user, text: (row) => row.user_id }, cell: (row) => row.user_id },
  { ...{ name: 'plan_id', header: text.plan, text: (row) => row.plan_id }, cell: (row) => row.plan_id },
  {
    ...{ name: 'limit', header: names.limit, align: 'right', text: ({ limit }) => limit },
    cell: ({ limit, unit }) => <LimitValue value={limit} unit={unit} />,
  },
  {
    ...{ name: 'value', header: names.value, align: 'right', text: ({ value }) => value },
    cell: ({ value, unit }) => <LimitValue value={value} unit={unit} />,
  },
  {
    ...{ name: 'equity', header: names.equity, align: 'right', text: ({ equity }) => equity },
    cell: ({ equity }) => <Money value={equity} />,
  },
  {
    ...{ name: 'action', header: names.action, text: ({ action }) => action },
    cell: ({ action }) => accountWords.actions[action],
  },
  {
    ...{ name: 'id', header: names.details, text: ({ id }) => id },
    cell: (row) => <Link to={`/firm/accounts/${row.account_id}/breaches/${row.id}`}>{accountWords.evidence}</Link>,
  },
]
