import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabReport } from '@ats/sdk/types'
import { useState } from 'react'
import { logQuery } from '../../../api/lab.js'
import { text } from '../../../text/en/lab/run.js'
import { text as newRun } from '../../../text/en/lab/new-run.js'
import { Panel } from '../../../ui/panel.js'
import { readingOf } from '../../../ui/reading.js'
import { Empty, RowsSkeleton } from '../../../ui/states.js'
import { DataTable, type Column } from '../../../ui/tables/data-table.js'
import { TimeText } from '../../../ui/time/time-text.js'
import { LabReading } from '../with-lab.js'

type Event = NonNullable<LabReport['trace']>[number]
type Command = NonNullable<LabReport['commands']>[number]
type Hit = NonNullable<LabReport['faults_met']>[number]

/** The events, requests and faults of a run; they may be megabytes, and are read when they are asked for. */
export function LogPanel({ run }: { readonly run: LabReport }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Panel title={text.log}>
      <Stack gap="md" align="stretch">
        <Text size="sm" c="dimmed">
          {text.logHint}
        </Text>
        {isAsked ? (
          <Log run={run} />
        ) : (
          <Button variant="default" onClick={() => setAsked(true)} style={{ alignSelf: 'flex-start' }}>
            {text.readLog}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}

const isLog = (report: LabReport): boolean => report.trace !== null && report.commands !== null

function Log({ run }: { readonly run: LabReport }) {
  const log = useQuery(logQuery(run.run_id, run.events))
  return (
    <LabReading reading={readingOf(log)} skeleton={<RowsSkeleton />} onRetry={() => void log.refetch()}>
      {(report) => (isLog(report) ? <Lists report={report} /> : <Empty title={text.noLog} hint={text.noLogHint} />)}
    </LabReading>
  )
}

const Lists = ({ report }: { readonly report: LabReport }) => (
  <Stack gap="lg">
    <List
      title={text.eventsTitle}
      none={text.noEvents}
      columns={EVENTS}
      rows={report.trace}
      leftOut={report.trace_left_out}
    />
    <List
      title={text.requestsTitle}
      none={text.noRequests}
      columns={COMMANDS}
      rows={report.commands}
      leftOut={report.commands_left_out}
    />
    <List title={text.faultsTitle} none={text.noFaults} columns={HITS} rows={report.faults_met} leftOut={0} />
  </Stack>
)

interface ListProps<Row> {
  readonly title: string
  readonly none: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | null
  readonly leftOut: number
}

const List = <Row,>({ title, none, columns, rows, leftOut }: ListProps<Row>) => (
  <section aria-label={title}>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <DataTable
      label={title}
      columns={columns}
      rows={rows ?? []}
      // They come in an order of their own, and one may be like another.
      rowKey={(row) => String(rows?.indexOf(row))}
      empty={<Text size="sm">{none}</Text>}
    />
    {leftOut > 0 && (
      <Text size="sm" c="dimmed">
        {text.leftOut(leftOut)}
      </Text>
    )}
  </section>
)

const { columns: names } = text

const EVENTS: readonly Column<Event>[] = [
  {
    ...{ name: 'sequence', header: names.sequence, align: 'right', text: ({ sequence }) => String(sequence) },
    cell: ({ sequence }) => sequence,
  },
  { ...{ name: 'at', header: names.time, text: ({ at }) => at }, cell: ({ at }) => <TimeText at={at} /> },
  { ...{ name: 'type', header: names.event, text: ({ type }) => type }, cell: ({ type }) => <code>{type}</code> },
  { ...{ name: 'hash', header: names.hash, text: ({ hash }) => hash }, cell: ({ hash }) => <code>{hash}</code> },
]

const requestOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`

const COMMANDS: readonly Column<Command>[] = [
  { ...{ name: 'at', header: names.time, text: ({ at }) => at }, cell: ({ at }) => <TimeText at={at} /> },
  {
    ...{ name: 'request', header: names.request, text: (row) => `${requestOf(row)} ${row.body ?? ''}` },
    cell: (row) => <code title={row.body ?? undefined}>{requestOf(row)}</code>,
  },
  {
    ...{ name: 'status', header: names.status, align: 'right', text: ({ status }) => String(status) },
    cell: ({ status }) => status,
  },
]

const HITS: readonly Column<Hit>[] = [
  { ...{ name: 'at', header: names.time, text: ({ at }) => at }, cell: ({ at }) => <TimeText at={at} /> },
  { ...{ name: 'fault', header: names.fault, text: (hit) => hit.do }, cell: (hit) => newRun.does[hit.do] },
  { ...{ name: 'request', header: names.request, text: requestOf }, cell: (hit) => <code>{requestOf(hit)}</code> },
  {
    ...{ name: 'reaction', header: names.reaction, text: ({ reaction }) => reaction },
    cell: ({ reaction }) => (reaction === null ? '–' : text.reactions[reaction]),
  },
]
