import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { text } from '../../../text/en/lab/new-run.js'
import { Refusal } from '../../../ui/forms/confirm-dialog.js'
import { Panel } from '../../../ui/panel.js'
import { LabPage } from '../lab-page.js'
import { WithLab } from '../with-lab.js'
import { AccessDialog } from './access-dialog.js'
import { FaultFields } from './fault-fields.js'
import { emptyRun, newRunOf, type RunForm } from './run-form.js'
import { ClockFields, LatencyFields, RulesFields, TapeFields } from './run-fields.js'
import { useStart } from './use-start.js'

/** The form of a new run, and the key that it then has. */
export default function NewRunScreen() {
  return (
    <LabPage title={text.title} subtitle={text.subtitle}>
      <WithLab>
        <Form />
      </WithLab>
    </LabPage>
  )
}

function Form() {
  const [form, setForm] = useState<RunForm>(emptyRun)
  const { start, started, close } = useStart()
  const change = (part: Partial<RunForm>): void => setForm((before) => ({ ...before, ...part }))
  const asked = newRunOf(form)
  const fields = { form, onChange: change }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (asked !== null) start.mutate(asked)
      }}
    >
      <Stack gap="md" maw={760}>
        <Panel title={text.rules}>
          <RulesFields {...fields} />
        </Panel>
        <Panel title={text.tape}>
          <TapeFields {...fields} />
        </Panel>
        <Panel title={text.pace}>
          <ClockFields {...fields} />
        </Panel>
        <Panel title={text.latency}>
          <LatencyFields {...fields} />
        </Panel>
        <Panel title={text.faults}>
          <FaultFields {...fields} />
        </Panel>
        {start.error !== null && <Refusal error={start.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={start.isPending} disabled={asked === null}>
            {text.start}
          </Button>
        </Group>
      </Stack>
      {started !== null && <AccessDialog started={started} onClose={close} />}
    </form>
  )
}
