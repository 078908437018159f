import { Button, Group, Text, Title } from '@mantine/core'
import type { ApiKey } from '@ats/sdk/types'
import { useSession } from '../../../app/session-context.js'
import { secret as words } from '../../../text/en/developers.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.js'
import { download } from '../../../ui/tables/download.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { Snippets } from '../snippets/snippets.js'
import { envFile, envFileName } from './env-file.js'
import styles from './secret-dialog.module.css'

/** Secrets as the wallet has just made them: it tells them once. */
export interface Issued {
  readonly title: string
  readonly apiKey: ApiKey
  readonly key?: string
  readonly secret?: string
  readonly webhookSecret?: string | undefined
  /** When the one before it ends, where there was one. */
  readonly previousExpiresAt?: string | null
}

interface SecretDialogProps {
  readonly issued: Issued
  readonly onClose: () => void
}

/** Shows secrets once. Only its button closes it: no Esc, no click beside it, and a reload is asked about. */
export function SecretDialog({ issued, onClose }: SecretDialogProps) {
  const { engine_url: engineUrl } = useSession()
  const { title, apiKey, key, secret, webhookSecret } = issued
  const save = (): void =>
    download(
      envFileName(apiKey.label),
      'text/plain',
      envFile({ label: apiKey.label, engineUrl, key, secret, webhookSecret }),
    )
  return (
    <ShownOnceDialog
      title={title}
      size="xl"
      once={
        <>
          {words.once} <Previous until={issued.previousExpiresAt} />
        </>
      }
      done={words.done}
      keep={
        <Button variant="default" onClick={save} data-autofocus>
          {words.download}
        </Button>
      }
      onClose={onClose}
    >
      <Shown name={words.key} value={key} />
      <Shown name={words.secret} value={secret} />
      <Shown name={words.webhookSecret} value={webhookSecret} />
      {key !== undefined && secret !== undefined && (
        <section>
          <Title order={3} mb={6}>
            {words.begin}
          </Title>
          <Snippets credentials={{ key, secret }} mayTrade={apiKey.permissions.includes('TRADE')} />
        </section>
      )}
    </ShownOnceDialog>
  )
}

function Previous({ until }: { readonly until: string | null | undefined }) {
  const zone = useZone()
  if (until === undefined) return null
  return until === null ? words.overlapNone : words.overlapUntil(formatDateTime(until, zone))
}

function Shown({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined) return null
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <code className={styles.value}>{value}</code>
        <CopyButton label={name} value={value} />
      </Group>
    </div>
  )
}
