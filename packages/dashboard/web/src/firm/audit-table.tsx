import { Link } from 'react-router'
import type { PageTerms } from '../api/account-reads.js'
import { readAudit, type AuditRow } from '../api/firm/firm-lists.js'
import { actionName, text } from '../text/en/firm/firm.js'
import type { Column } from '../ui/tables/data-table.js'
import { PagedTable } from '../ui/tables/paged-table.js'
import { ShortId } from '../ui/short-id.js'
import { Empty } from '../ui/states.js'
import { TimeText } from '../ui/time/time-text.js'
import { auditDetails, hasLongDetails, isOfAccount, wholeDetails } from './audit-details.js'
import styles from './audit-table.module.css'

const { columns: names } = text

const CHANGE: readonly Column<AuditRow>[] = [
  { ...{ name: 'at', header: names.time, text: ({ at }) => at }, cell: ({ at }) => <TimeText at={at} /> },
  { ...{ name: 'operator', header: names.operator, text: (row) => row.operator }, cell: (row) => row.operator },
  {
    ...{ name: 'action', header: names.action, text: ({ action }) => action },
    cell: ({ action }) => <b>{actionName(action)}</b>,
  },
  {
    ...{ name: 'request', header: names.request, text: ({ request }) => JSON.stringify(request) },
    cell: ({ request }) => <Request request={request} />,
  },
]

function Request({ request }: Pick<AuditRow, 'request'>) {
  return (
    <>
      <span className={styles.words}>{auditDetails(request)}</span>
      {hasLongDetails(request) && (
        <details>
          <summary>{text.showAll}</summary>
          <span className={styles.words}>{wholeDetails(request)}</span>
        </details>
      )}
    </>
  )
}

const SUBJECT: Column<AuditRow> = {
  ...{ name: 'subject', header: names.subject, text: ({ subject }) => subject },
  cell: ({ subject, action }) =>
    isOfAccount(action) ? (
      <Link to={`/firm/accounts/${subject}`}>
        <ShortId id={subject} />
      </Link>
    ) : (
      <code>{subject}</code>
    ),
}

const OUTCOME: Column<AuditRow> = {
  ...{ name: 'outcome', header: names.outcome, text: ({ outcome }) => JSON.stringify(outcome) },
  cell: ({ outcome }) => (
    <details>
      <summary>{text.showOutcome}</summary>
      <span className={styles.words}>{wholeDetails(outcome)}</span>
    </details>
  ),
}

const OF_ALL: readonly Column<AuditRow>[] = [...CHANGE.slice(0, 3), SUBJECT, ...CHANGE.slice(3), OUTCOME]

interface AuditTableProps {
  readonly label: string
  readonly queryKey: readonly unknown[]
  readonly filter: Parameters<typeof readAudit>[0]
  /** Changes the bounds of a page, where there are some. */
  readonly within?: (terms: PageTerms) => PageTerms
  /** With what was changed: not in a list of one account. */
  readonly hasSubjects?: boolean
  readonly empty: { readonly title: string; readonly hint?: string }
}

/** Changes by operators, newest first. */
export const AuditTable = (props: AuditTableProps) => {
  const { label, queryKey, filter, within = (terms) => terms, hasSubjects = false, empty } = props
  return (
    <PagedTable
      label={label}
      queryKey={queryKey}
      read={(terms) => readAudit(filter, within(terms))}
      columns={hasSubjects ? OF_ALL : CHANGE}
      rowKey={({ id }) => id}
      empty={<Empty {...empty} />}
    />
  )
}
