import { useMemo } from 'react'
import { Page } from '../../app/page.js'
import { AuditTable } from '../../firm/audit-table.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import { splitBounds, withinBounds, type FilterFields } from '../../firm/filter.js'
import { ACTIONS } from '../../text/en/firm/firm.js'
import { audit as text } from '../../text/en/firm/firm-lists.js'

const FIELDS = {
  operator: { kind: 'text', label: text.operator },
  action: { kind: 'choice', label: text.action, options: ACTIONS },
  subject: { kind: 'text', label: text.subject, hint: text.subjectHint },
  from: { kind: 'from' },
  to: { kind: 'to' },
} as const satisfies FilterFields

/** Every change by an operator. */
export default function FirmAudit() {
  const [values, setValues] = useFilter(FIELDS)
  const { bounds, filter } = useMemo(() => splitBounds(values), [values])
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <FilterBar fields={FIELDS} values={values} onFilter={setValues} />
      <AuditTable
        label={text.title}
        queryKey={['firm', 'audit', values]}
        filter={filter}
        within={(terms) => withinBounds(bounds, terms)}
        hasSubjects
        empty={{ title: text.none, hint: text.noneHint }}
      />
    </Page>
  )
}
