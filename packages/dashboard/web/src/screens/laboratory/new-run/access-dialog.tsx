import { Group, Text } from '@mantine/core'
import type { StartedRun } from '../../../api/lab.js'
import { useSession } from '../../../app/session-context.js'
import { access as words } from '../../../text/en/lab/run.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.js'

interface AccessDialogProps {
  readonly started: StartedRun
  readonly onClose: () => void
}

/** Shows once what a bot needs of a run. Only its button closes it, and a reload is asked about. */
export function AccessDialog({ started, onClose }: AccessDialogProps) {
  const { lab_url: labUrl } = useSession()
  const variables = [
    `export ATS_URL=${labUrl ?? ''}${started.base_url}`,
    `export ATS_API_KEY=${started.key}`,
    `export ATS_API_SECRET=${started.secret}`,
    `export ATS_ACCOUNT=${started.account_id ?? ''}`,
  ].join('\n')
  return (
    <ShownOnceDialog title={words.title} size="xl" once={words.once} done={words.done} onClose={onClose}>
      <div>
        <Group justify="space-between" gap="xs" mb={4}>
          <Text size="sm" fw={600}>
            {words.bot}
          </Text>
          <CopyButton label={words.bot} value={variables} />
        </Group>
        <CodeBlock label={words.bot} code={variables} />
        <Text size="sm" c="dimmed" mt={4}>
          {words.botHint}
        </Text>
      </div>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {words.run}
        </Text>
        <CodeBlock label={words.run} code="node examples/lab.mjs" />
      </div>
    </ShownOnceDialog>
  )
}
