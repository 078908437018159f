import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LabAdvanced, LabReport } from '@ats/sdk/types'
import { useState } from 'react'
import { advanceRun, endRun, runQuery, type Advance } from '../../../api/lab.js'
import { text } from '../../../text/en/lab/run.js'
import { ConfirmDialog, Refusal } from '../../../ui/forms/confirm-dialog.js'
import { Panel } from '../../../ui/panel.js'

const MOVES = {
  FILL: { until: 'FILL' },
  HOUR: { by_ms: 3_600_000 },
  DAY: { by_ms: 86_400_000 },
  END: { until: 'END' },
} as const satisfies Readonly<Record<string, Advance>>
const NAMES = Object.keys(MOVES) as (keyof typeof MOVES)[]

/** Moves the clock of a run, and ends the run. */
export function ClockPanel({ run }: { readonly run: LabReport }) {
  const queries = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const { run_id: id, status, pace } = run
  const refresh = () => queries.invalidateQueries({ queryKey: ['lab'] })
  const move = useMutation({ mutationFn: (to: Advance) => advanceRun(id, to), onSettled: refresh })
  const isStanding = status === 'READY'
  return (
    <Panel title={text.clock}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {pace === 'LOCKSTEP' ? text.clockHint : pace === 'MAX' ? text.max : text.paced(pace)}
        </Text>
        <Group gap="xs">
          {NAMES.map((name) => (
            <Button
              key={name}
              variant="default"
              disabled={!isStanding || move.isPending}
              onClick={() => move.mutate(MOVES[name])}
            >
              {text.moves[name]}
            </Button>
          ))}
          <Button variant="default" onClick={() => setEnding(true)}>
            {text.end}
          </Button>
        </Group>
        <Text size="sm" role="status">
          {move.data === undefined ? '' : saidOf(move.data)}
        </Text>
        {move.error !== null && <Refusal error={move.error} />}
      </Stack>
      <ConfirmDialog
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        title={text.end}
        confirm={text.end}
        isDangerous
        onConfirm={async () => {
          await endRun(id)
          await queries.invalidateQueries({ queryKey: runQuery(id).queryKey })
        }}
      >
        <Text size="sm">{text.endHint}</Text>
      </ConfirmDialog>
    </Panel>
  )
}

/** Tells what an advance has come to; one that takes long goes on after its answer. */
const saidOf = ({ status, ticks, events_count: events }: LabAdvanced): string =>
  status === 'ADVANCING' ? text.goesOn : text.moved(ticks, events)
