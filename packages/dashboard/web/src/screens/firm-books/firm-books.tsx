import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { firmOverviewQuery } from '../../api/firm/firm.js'
import { checkLedger } from '../../api/firm/firm-lists.js'
import { Page } from '../../app/page.js'
import { books as text } from '../../text/en/firm/firm-lists.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { Panel } from '../../ui/panel.js'
import { Empty, Problem } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'
import { NOTHING_CHECKED, runCheck, type CheckedBooks, type Difference } from './run-check.js'

type Phase = 'idle' | 'running' | 'stopped' | 'failed' | 'done'

interface Check {
  readonly phase: Phase
  readonly checked: CheckedBooks
  readonly problem: Error | null
  readonly finishedAt: string | null
}

const IDLE: Check = { phase: 'idle', checked: NOTHING_CHECKED, problem: null, finishedAt: null }

/** Accounts a page; one takes some tens of milliseconds. */
const PAGE = 100

/** Recomputes the books of all accounts, and lists what differs. */
export default function FirmBooks() {
  const { check, start, stop } = useCheck()
  const isRunning = check.phase === 'running'
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        isRunning ? (
          <Button variant="default" onClick={stop}>
            {text.stop}
          </Button>
        ) : (
          <Button onClick={start}>{check.phase === 'idle' ? text.start : text.again}</Button>
        )
      }
    >
      {check.phase === 'idle' ? <Empty title={text.idle} hint={text.idleHint} /> : <Outcome check={check} />}
      {check.checked.differences.length > 0 && (
        <DataTable
          label={text.list}
          columns={COLUMNS}
          rows={check.checked.differences}
          rowKey={(row) => `${row.account_id} ${row.check} ${row.subject ?? ''}`}
          empty={null}
        />
      )}
    </Page>
  )
}

function useCheck() {
  const [check, setCheck] = useState(IDLE)
  const running = useRef<AbortController | null>(null)
  const stop = (): void => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  const start = (): void => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setCheck({ ...IDLE, phase: 'running' })
    const end = (phase: Phase, problem: Error | null = null): void => {
      if (running.current === controller)
        setCheck((before) => ({ ...before, phase, problem, finishedAt: new Date().toISOString() }))
    }
    runCheck(
      (after) => checkLedger(after, PAGE, signal),
      signal,
      (checked) => setCheck((before) => ({ ...before, checked })),
    ).then(
      () => end('done'),
      (error: unknown) => (signal.aborted ? end('stopped') : end('failed', error as Error)),
    )
  }
  return { check, start, stop }
}

function Outcome({ check: { phase, checked, problem, finishedAt } }: { readonly check: Check }) {
  const { data } = useQuery(firmOverviewQuery)
  const total = data?.accounts.total
  const accounts = text.accounts(checked.accounts)
  const isRunning = phase === 'running'
  const words = {
    idle: '',
    running: text.running(checked.accounts.toLocaleString('en-US')),
    stopped: `${text.stopped(accounts)} ${text.outcome(accounts, text.differences(checked.differences.length))}`,
    failed: text.stopped(accounts),
    done: text.outcome(accounts, text.differences(checked.differences.length)),
  }[phase]
  const rows = [checked.transfers, checked.fills, checked.events].map((count) => count.toLocaleString('en-US'))
  return (
    <Panel>
      <Stack gap="xs">
        <Text fw={600} size="lg" role="status">
          {words}
        </Text>
        {isRunning && total !== undefined && (
          <Progress
            value={Math.min(100, (100 * checked.accounts) / Math.max(1, total))}
            aria-label={text.progress}
            transitionDuration={0}
          />
        )}
        {problem !== null && <Problem problem={problem} />}
        <Text size="sm" c="dimmed">
          {text.readRows(rows[0] ?? '', rows[1] ?? '', rows[2] ?? '')}
        </Text>
        {finishedAt !== null && (
          <Group gap={6}>
            <Text size="sm" c="dimmed">
              {text.finishedAt} <TimeText at={finishedAt} />
            </Text>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

const COLUMNS: readonly Column<Difference>[] = [
  {
    ...{ name: 'account_id', header: text.account, text: (row) => row.account_id },
    cell: ({ account_id: id }) => (
      <Link to={`/firm/accounts/${id}?tab=ledger`}>
        <code>{id}</code>
      </Link>
    ),
  },
  {
    ...{ name: 'check', header: text.check, text: ({ check }) => check },
    cell: ({ check }) => <b>{text.checks[check] ?? check}</b>,
  },
  {
    ...{ name: 'subject', header: text.subject, text: ({ subject }) => subject },
    cell: ({ subject }) => (subject === null ? text.whole : <code>{subject}</code>),
  },
  {
    ...{ name: 'expected', header: text.expected, align: 'right', text: ({ expected }) => expected },
    cell: ({ expected }) => expected ?? '–',
  },
  {
    ...{ name: 'found', header: text.found, align: 'right', text: ({ found }) => found },
    cell: ({ found }) => <b>{found ?? '–'}</b>,
  },
]
