import { Group, Text } from '@mantine/core'
import type { AddedEndpoint } from '../../api/firm/firm-desk.js'
import { text } from '../../text/en/firm/firm-webhooks.js'
import { CopyButton } from '../../ui/copy-button.js'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.js'
import styles from './endpoint-secret.module.css'

interface EndpointSecretProps {
  readonly endpoint: AddedEndpoint
  readonly onClose: () => void
}

/** Shows the secret of a new endpoint once. Only its button closes it, and a reload is asked about. */
export function EndpointSecret({ endpoint: { url, secret }, onClose }: EndpointSecretProps) {
  return (
    <ShownOnceDialog title={text.secretTitle} once={text.secretOnce} done={text.done} onClose={onClose}>
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
    </ShownOnceDialog>
  )
}
