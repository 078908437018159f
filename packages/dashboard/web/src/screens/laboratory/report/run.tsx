import { Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabReport } from '@ats/sdk/types'
import { useParams } from 'react-router'
import { runQuery } from '../../../api/lab.js'
import { text as labText } from '../../../text/en/lab/lab.js'
import { text } from '../../../text/en/lab/run.js'
import { Fact, Facts } from '../../../ui/figures/facts.js'
import { Panel } from '../../../ui/panel.js'
import { readingOf } from '../../../ui/reading.js'
import { TimeText } from '../../../ui/time/time-text.js'
import { LabPage } from '../lab-page.js'
import { nameOf, planOf, playedPercent, tapeOf } from '../run-words.js'
import { RunStatus } from '../run-status.js'
import { LabReading, WithLab } from '../with-lab.js'
import { ClockPanel } from './clock-panel.js'
import { LogPanel } from './log-panel.js'
import { RecreatePanel } from './recreate-panel.js'
import { RunResult } from './run-result.js'

/** One run as it goes on, and what it has come to. */
export default function Run() {
  const { id = '' } = useParams()
  return (
    <WithLab fallbackTitle={text.title}>
      <Loaded key={id} id={id} />
    </WithLab>
  )
}

function Loaded({ id }: { readonly id: string }) {
  const run = useQuery(runQuery(id))
  const title = run.data === undefined ? text.title : nameOf(run.data)
  return (
    <LabPage title={title} subtitle={run.data && <Subtitle run={run.data} />}>
      <LabReading reading={readingOf(run)} skeleton={<Waiting />} onRetry={() => void run.refetch()}>
        {(report) => (
          <Stack gap="md">
            <Standing run={report} />
            {report.status !== 'ENDED' && <ClockPanel run={report} />}
            <RunResult run={report} />
            <LogPanel run={report} />
            <RecreatePanel run={report} />
          </Stack>
        )}
      </LabReading>
    </LabPage>
  )
}

const Waiting = () => (
  <Stack gap="md">
    <Skeleton height={170} />
    <Skeleton height={380} />
  </Stack>
)

const Subtitle = ({ run }: { readonly run: LabReport }) => (
  <>
    <RunStatus run={run} /> {text.subtitle(planOf(run), tapeOf(run), run.seed)}
  </>
)

/** How far the tape was played, and when. */
const Standing = ({ run }: { readonly run: LabReport }) => (
  <Panel>
    <Stack gap="sm">
      <Progress value={playedPercent(run)} aria-label={text.progress} />
      <Text size="sm" role="status">
        {labText.played(playedPercent(run))}
      </Text>
      <Facts>
        <Fact name={text.now}>
          <TimeText at={run.now} />
        </Fact>
        <Fact name={text.ends}>
          <TimeText at={run.ends_at} />
        </Fact>
        <Fact name={text.ticks}>{run.ticks.toLocaleString('en-US')}</Fact>
        <Fact name={text.looks}>{run.looks.toLocaleString('en-US')}</Fact>
        <Fact name={text.events}>{run.events.toLocaleString('en-US')}</Fact>
        {run.status !== 'ENDED' && (
          <Fact name={text.expires}>
            <TimeText at={run.expires_at} />
          </Fact>
        )}
      </Facts>
    </Stack>
  </Panel>
)
