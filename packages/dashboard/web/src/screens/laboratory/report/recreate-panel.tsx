import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LabReport } from '@ats/sdk/types'
import { logQuery, type NewRun } from '../../../api/lab.js'
import { text } from '../../../text/en/lab/run.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { Refusal } from '../../../ui/forms/confirm-dialog.js'
import { Panel } from '../../../ui/panel.js'
import { download } from '../../../ui/tables/download.js'
import { AccessDialog } from '../new-run/access-dialog.js'
import { useStart } from '../new-run/use-start.js'

/** All that makes the run again: its report as a file, the hash of its events, and another run of the same recipe. */
export function RecreatePanel({ run }: { readonly run: LabReport }) {
  const queries = useQueryClient()
  const { start, started, close } = useStart()
  const read = () => queries.fetchQuery(logQuery(run.run_id, run.events))
  const save = useMutation({
    mutationFn: async () =>
      download(`run-${run.run_id.slice(0, 8)}.json`, 'application/json', JSON.stringify(await read(), null, 2)),
  })
  const again = useMutation({
    async mutationFn() {
      const { recipe } = await read()
      if (recipe === null) throw new Error(text.noLog)
      const request: object = recipe.request
      await start.mutateAsync(request as NewRun)
    },
  })
  return (
    <Panel title={text.recreate}>
      <Stack gap="sm">
        <Text size="sm">{text.recreateHint}</Text>
        {run.events_hash !== null && (
          <div>
            <Group justify="space-between" gap="xs" mb={4}>
              <Text size="sm" fw={600}>
                {text.hash}
              </Text>
              <CopyButton label={text.hash} value={run.events_hash} />
            </Group>
            <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {run.events_hash}
            </Code>
          </div>
        )}
        <CodeBlock label={text.recreate} code={text.recreateCode} />
        <Text size="sm" c="dimmed">
          {text.code(run.code_version)} {text.againHint}
        </Text>
        <Group gap="xs">
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {text.download}
          </Button>
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {text.again}
          </Button>
        </Group>
        {save.error !== null && <Refusal error={save.error} />}
        {again.error !== null && <Refusal error={again.error} />}
      </Stack>
      {started !== null && <AccessDialog started={started} onClose={close} />}
    </Panel>
  )
}
