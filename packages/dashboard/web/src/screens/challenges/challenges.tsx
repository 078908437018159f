import { Button, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  challengeGrantsQuery,
  challengesQuery,
  programsQuery,
  type Challenge,
  type Program,
} from '../../api/challenges.js'
import { Page } from '../../app/page.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/challenges.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { readingOf } from '../../ui/reading.js'
import { ShortId } from '../../ui/short-id.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { BeginDialog } from './begin-dialog.js'
import { ChallengeStatus } from '../../challenges/challenge-status.js'
import { ProgramCard } from './program-card.js'

const { columns: names } = text

const COLUMNS: readonly Column<Challenge>[] = [
  {
    ...{ name: 'name', header: names.challenge, text: ({ name }) => name },
    cell: ({ id, name }) => <Link to={`/challenges/${id}`}>{name}</Link>,
  },
  {
    ...{ name: 'status', header: names.status, text: ({ status }) => text.statuses[status] },
    cell: ({ status }) => <ChallengeStatus status={status} />,
  },
  { ...{ name: 'phase', header: names.phase, text: ({ phase }) => phase }, cell: ({ phase }) => phase },
  {
    ...{ name: 'account_id', header: names.account, text: ({ account_id: id }) => id },
    cell: ({ account_id: id }) => (
      <Link to={`/accounts/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  {
    ...{ name: 'program', header: names.program, text: (row) => text.version(row.program_id, row.program_version) },
    cell: (row) => text.version(row.program_id, row.program_version),
  },
  {
    ...{ name: 'created_at', header: names.begun, text: ({ created_at }) => created_at },
    cell: ({ created_at }) => <TimeText at={created_at} />,
  },
]

/** The challenges of the user, and the programs that can be begun. */
export default function Challenges() {
  const challenges = useQuery({ ...challengesQuery, refetchInterval: 15_000 })
  const programs = useQuery(programsQuery)
  const { data: grants = [] } = useQuery(challengeGrantsQuery)
  const beginning = useDialog<Program>()
  const isGranted = ({ id }: Program): boolean =>
    grants.some((grant) => grant.kind === 'CHALLENGE' && grant.program_id === id && grant.account_id === null)
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <Button variant="default" component={Link} to="/certificates">
          {text.certificates}
        </Button>
      }
    >
      <Stack gap="lg">
        <Titled title={text.own}>
          <ReadingView
            reading={readingOf(challenges)}
            skeleton={<RowsSkeleton />}
            onRetry={() => void challenges.refetch()}
          >
            {(list) => (
              <DataTable
                label={text.own}
                columns={COLUMNS}
                rows={list}
                rowKey={({ id }) => id}
                empty={<Empty title={text.none} hint={text.noneHint} />}
              />
            )}
          </ReadingView>
        </Titled>
        <Titled title={text.programs}>
          <ReadingView
            reading={readingOf(programs)}
            skeleton={<RowsSkeleton />}
            onRetry={() => void programs.refetch()}
          >
            {(list) =>
              list.length === 0 ? (
                <Empty title={text.noPrograms} hint={text.noProgramsHint}>
                  <Button component={Link} to="/open-account">
                    {text.openAccount}
                  </Button>
                </Empty>
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
                  {list.map((program) => (
                    <ProgramCard
                      key={program.id}
                      program={program}
                      isGranted={isGranted(program)}
                      onBegin={() => beginning.open(program)}
                    />
                  ))}
                </SimpleGrid>
              )
            }
          </ReadingView>
        </Titled>
      </Stack>
      {beginning.subject !== null && (
        <BeginDialog
          key={beginning.subject.id}
          program={beginning.subject}
          isOpen={beginning.isOpen}
          onClose={beginning.close}
        />
      )}
    </Page>
  )
}
