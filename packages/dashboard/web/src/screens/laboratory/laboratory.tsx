import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabRunState } from '@ats/sdk/types'
import { useState } from 'react'
import { Link } from 'react-router'
import { runsQuery } from '../../api/lab.js'
import { Page } from '../../app/page.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/lab/lab.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { nameOf, planOf, playedPercent, statusOf, tapeOf } from './run-words.js'
import { RunStatus } from './run-status.js'
import { LabReading, WithLab } from './with-lab.js'

const { columns: names } = text

const COLUMNS: readonly Column<LabRunState>[] = [
  {
    ...{ name: 'name', header: names.name, text: nameOf },
    cell: (run) => <Link to={`/laboratory/runs/${run.run_id}`}>{nameOf(run)}</Link>,
  },
  { ...{ name: 'status', header: names.status, text: statusOf }, cell: (run) => <RunStatus run={run} /> },
  { ...{ name: 'plan', header: names.plan, text: planOf }, cell: planOf },
  {
    ...{ name: 'tape_id', header: names.tape, text: ({ tape_id: id }) => id },
    cell: (run) => <code title={run.tape_id ?? undefined}>{tapeOf(run)}</code>,
  },
  {
    ...{ name: 'seed', header: names.seed, align: 'right', text: ({ seed }) => String(seed) },
    cell: ({ seed }) => seed,
  },
  {
    ...{ name: 'played', header: names.progress, align: 'right', text: (run) => String(playedPercent(run)) },
    cell: (run) => text.played(playedPercent(run)),
  },
  {
    ...{ name: 'events', header: names.events, align: 'right', text: ({ events }) => String(events) },
    cell: ({ events }) => events.toLocaleString('en-US'),
  },
  {
    ...{ name: 'created_at', header: names.created, text: ({ created_at: at }) => at },
    cell: ({ created_at: at }) => <TimeText at={at} />,
  },
]

/** The runs of the user, and the ways to a new one, to the odds of a plan, and to a comparison. */
export default function Laboratory() {
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <>
          <Button variant="default" component={Link} to="/laboratory/odds">
            {text.odds}
          </Button>
          <Button component={Link} to="/laboratory/new">
            {text.newRun}
          </Button>
        </>
      }
    >
      <WithLab>
        <Runs />
      </WithLab>
    </Page>
  )
}

function Runs() {
  const runs = useQuery(runsQuery)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const choose = (id: string): void =>
    // The third takes the place of the first.
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2)))
  const columns: readonly Column<LabRunState>[] = [
    ...COLUMNS,
    {
      ...{ name: 'compare', header: names.compare, text: ({ run_id: id }) => id, isSticky: true },
      cell: (run) => (
        <Checkbox
          aria-label={text.choose(nameOf(run))}
          checked={chosen.includes(run.run_id)}
          onChange={() => choose(run.run_id)}
        />
      ),
    },
  ]
  return (
    <Titled title={text.list} actions={<CompareButton chosen={chosen} />}>
      <LabReading reading={readingOf(runs)} skeleton={<RowsSkeleton />} onRetry={() => void runs.refetch()}>
        {(list) => (
          <DataTable
            label={text.list}
            columns={columns}
            rows={list}
            rowKey={({ run_id: id }) => id}
            empty={<Empty title={text.none} hint={text.noneHint} />}
          />
        )}
      </LabReading>
    </Titled>
  )
}

function CompareButton({ chosen: [first, second] }: { readonly chosen: readonly string[] }) {
  if (first === undefined || second === undefined)
    return (
      <Button variant="default" disabled title={text.compareHint}>
        {text.compare}
      </Button>
    )
  return (
    <Button variant="default" component={Link} to={`/laboratory/compare?first=${first}&second=${second}`}>
      {text.compare}
    </Button>
  )
}
