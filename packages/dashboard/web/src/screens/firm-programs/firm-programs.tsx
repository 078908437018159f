import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { programVersionsQuery, type ProgramVersion } from '../../api/firm/firm-programs.js'
import { Page } from '../../app/page.js'
import { newestPrograms } from '../../firm/newest-programs.js'
import { text } from '../../text/en/firm/firm-programs.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'

const { columns: names } = text

const phasesText = ({ phases }: ProgramVersion): string =>
  phases.map(({ label, plan_id, plan_version }) => text.phase(label, plan_id, plan_version)).join(' → ')
const resetText = ({ reset }: ProgramVersion): string => (reset.allowed ? text.resetAllowed : text.resetRefused)

const COLUMNS: readonly Column<ProgramVersion>[] = [
  {
    ...{ name: 'name', header: names.program, text: ({ name }) => name },
    cell: ({ id, name }) => <Link to={`/firm/programs/${encodeURIComponent(id)}`}>{name}</Link>,
  },
  { ...{ name: 'id', header: names.id, text: ({ id }) => id }, cell: ({ id }) => <code>{id}</code> },
  {
    ...{ name: 'version', header: names.version, text: ({ version }) => version },
    cell: ({ version }) => text.version(version),
  },
  { ...{ name: 'phases', header: names.phases, text: phasesText }, cell: phasesText },
  { ...{ name: 'reset', header: names.reset, text: resetText }, cell: resetText },
  {
    ...{ name: 'created_at', header: names.since, text: ({ created_at }) => created_at },
    cell: ({ created_at }) => <TimeText at={created_at} />,
  },
]

/** Every program in its newest version. */
export default function FirmPrograms() {
  const programs = useQuery({ ...programVersionsQuery, refetchInterval: 30_000 })
  const create = (
    <Button component={Link} to="/firm/new-program">
      {text.create}
    </Button>
  )
  return (
    <Page title={text.title} subtitle={text.subtitle} actions={create}>
      <ReadingView reading={readingOf(programs)} skeleton={<RowsSkeleton />} onRetry={() => void programs.refetch()}>
        {(list) => (
          <DataTable
            label={text.title}
            columns={COLUMNS}
            rows={newestPrograms(list)}
            rowKey={({ id }) => id}
            empty={<Empty title={text.none} hint={text.noneHint} />}
          />
        )}
      </ReadingView>
    </Page>
  )
}
