import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import { previewProgram, saveProgram, type ProgramOutcome, type WrittenProgram } from '../../api/firm/firm-programs.js'
import { text } from '../../text/en/firm/firm-programs.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { Panel } from '../../ui/panel.js'
import { Problem } from '../../ui/states.js'
import styles from './program-editor.module.css'

interface Checked {
  readonly issues: readonly string[]
  readonly outcome: ProgramOutcome | null
}

interface ProgramCheckProps {
  readonly program: WrittenProgram
  readonly onSaved: (outcome: ProgramOutcome) => Promise<void>
}

/** Asks the engine what saving would change; then the way to save it. Another program than was checked is not shown. */
export function ProgramCheck({ program, onSaved }: ProgramCheckProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, data, isPending, error } = useMutation({ mutationFn: check })
  return (
    <Panel
      title={text.outcome}
      actions={
        <Button variant={data?.outcome ? 'default' : 'filled'} loading={isPending} onClick={() => mutate(program)}>
          {text.check}
        </Button>
      }
    >
      <Stack gap="sm">
        {error !== null && <Problem problem={error} />}
        {data === undefined && error === null && (
          <Text size="sm" c="dimmed">
            {text.checkHint}
          </Text>
        )}
        {data !== undefined && data.issues.length > 0 && (
          <Alert color="red" variant="light" role="alert" title={text.issues(data.issues.length)}>
            <List lines={data.issues} />
          </Alert>
        )}
        {data?.outcome && (
          <Alert color="green" variant="light" role="status">
            <Outcome outcome={data.outcome} />
          </Alert>
        )}
        {data?.outcome && data.outcome.outcome !== 'unchanged' && (
          <>
            <Group>
              <Button onClick={() => setAsking(true)}>{text.save(data.outcome.version)}</Button>
            </Group>
            <ConfirmDialog
              isOpen={isAsking}
              onClose={() => setAsking(false)}
              title={text.saveTitle(data.outcome.id, data.outcome.version)}
              confirm={text.save(data.outcome.version)}
              onConfirm={async () => onSaved(await saveProgram(program))}
            >
              <Outcome outcome={data.outcome} />
            </ConfirmDialog>
          </>
        )}
      </Stack>
    </Panel>
  )
}

async function check(program: WrittenProgram): Promise<Checked> {
  try {
    return { issues: [], outcome: await previewProgram(program) }
  } catch (error) {
    const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
    if (issues.length === 0) throw error
    return { issues: issues.map(({ message }) => message.replace(/^programs\[0\]\./, '')), outcome: null }
  }
}

const List = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className={styles.list}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

const Outcome = ({ outcome: { outcome, version, changes = [] } }: { readonly outcome: ProgramOutcome }) => (
  <Stack gap={4}>
    <Text size="sm">
      {outcome === 'unchanged'
        ? text.unchanged(version)
        : outcome === 'created'
          ? text.wouldCreate
          : text.wouldChange(version)}
    </Text>
    {changes.length > 0 && (
      <List
        lines={changes.map(({ path, before, after }) =>
          text.change(path.join('.'), valueText(before), valueText(after)),
        )}
      />
    )}
  </Stack>
)

/** Writes a value in one line: of phases also the plan versions that they pin. */
const valueText = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
