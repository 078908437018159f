import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { StartedRun } from '../../../api/lab.js'
import { useSession } from '../../../app/session-context.js'
import { access as words } from '../../../text/en/lab/run.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'

interface AccessDialogProps {
  readonly started: StartedRun
  readonly onClose: () => void
}

/** Shows once what a bot needs of a run. Only its button closes it, and a reload is asked about. */
export function AccessDialog({ started, onClose }: AccessDialogProps) {
  const { lab_url: labUrl } = useSession()
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const variables = [
    `export ATS_URL=${labUrl ?? ''}${started.base_url}`,
    `export ATS_API_KEY=${started.key}`,
    `export ATS_API_SECRET=${started.secret}`,
    `export ATS_ACCOUNT=${started.account_id ?? ''}`,
  ].join('\n')
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={words.title}
      size="xl"
      centered
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" c="var(--mantine-color-text)">
          {words.once}
        </Alert>
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
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
