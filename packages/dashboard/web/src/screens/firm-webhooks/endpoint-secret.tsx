import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { AddedEndpoint } from '../../api/firm/firm-desk.js'
import { text } from '../../text/en/firm/firm-webhooks.js'
import { CopyButton } from '../../ui/copy-button.js'
import styles from './endpoint-secret.module.css'

interface EndpointSecretProps {
  readonly endpoint: AddedEndpoint
  readonly onClose: () => void
}

/** Shows the secret of a new endpoint once. Only its button closes it, and a reload is asked about. */
export function EndpointSecret({ endpoint: { url, secret }, onClose }: EndpointSecretProps) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={text.secretTitle}
      centered
    >
      <Stack gap="md">
        <Alert color="yellow" variant="light" className={styles.warning}>
          {text.secretOnce}
        </Alert>
        <Text size="sm" className={styles.value}>
          {url}
        </Text>
        <div>
          <Text size="xs" c="dimmed">
            {text.secret}
          </Text>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <code className={styles.value}>{secret}</code>
            <CopyButton label={text.secret} value={secret} />
          </Group>
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {text.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
