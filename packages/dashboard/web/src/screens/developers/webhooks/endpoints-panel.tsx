import { Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { ApiKey } from '@ats/sdk/types'
import { useState } from 'react'
import { Link } from 'react-router'
import { allDeliveries, sendTestEvent } from '../../../api/webhooks.js'
import { endpoints as words } from '../../../text/en/webhooks.js'
import { Refusal } from '../../../ui/forms/confirm-dialog.js'
import { useResumedForm } from '../../../ui/forms/form-draft.js'
import { Panel } from '../../../ui/panel.js'
import { readingOf } from '../../../ui/reading.js'
import { Empty, ReadingView } from '../../../ui/states.js'
import { SecretDialog, type Issued } from '../keys/secret-dialog.js'
import { RemoveDialog, RotateDialog, urlDraft, UrlDialog } from './endpoint-dialogs.js'
import styles from './endpoints-panel.module.css'

type Action = 'url' | 'rotate' | 'remove'

const DIALOGS = { url: UrlDialog, rotate: RotateDialog, remove: RemoveDialog } as const

/** The URL of each key, and what can be done about it. */
export function EndpointsPanel({ keys }: { readonly keys: UseQueryResult<readonly ApiKey[]> }) {
  const [asked, setAsked] = useState<{ readonly action: Action; readonly apiKey: ApiKey } | null>(null)
  // Here alone, until its dialog closes: not in what queries and mutations keep.
  const [issued, setIssued] = useState<Issued | null>(null)
  const Dialog = asked === null ? null : DIALOGS[asked.action]
  return (
    <Panel title={words.title}>
      <ReadingView reading={readingOf(keys)} skeleton={<Skeleton height={120} />} onRetry={() => void keys.refetch()}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={words.none} hint={words.noneHint}>
              <Button component={Link} to="/developers">
                {words.toKeys}
              </Button>
            </Empty>
          ) : (
            <Stack gap={0}>
              <Text size="sm" c="dimmed" mb="xs">
                {words.hint}
              </Text>
              {list.toSorted(byUrl).map((apiKey) => (
                <Endpoint key={apiKey.id} apiKey={apiKey} onAsk={(action) => setAsked({ action, apiKey })} />
              ))}
            </Stack>
          )
        }
      </ReadingView>
      {Dialog !== null && asked !== null && (
        <Dialog apiKey={asked.apiKey} onClose={() => setAsked(null)} onIssued={setIssued} />
      )}
      {issued !== null && <SecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </Panel>
  )
}

/** Keys with a URL come first. */
const byUrl = (one: ApiKey, other: ApiKey): number =>
  Number(one.webhookUrl === null) - Number(other.webhookUrl === null)

interface EndpointProps {
  readonly apiKey: ApiKey
  readonly onAsk: (action: Action) => void
}

function Endpoint({ apiKey, onAsk }: EndpointProps) {
  const { id, label, keyPrefix, webhookUrl } = apiKey
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => sendTestEvent(id),
    onSuccess: () => queries.invalidateQueries(allDeliveries),
  })
  useResumedForm([id], urlDraft, () => onAsk('url'))
  const heading = `endpoint-${id}`
  return (
    <section className={styles.endpoint} aria-labelledby={heading}>
      <Group justify="space-between" gap="sm">
        <div className={styles.what}>
          <Text component="h3" id={heading} fw={600} size="sm">
            {label} <Code>{keyPrefix}…</Code>
          </Text>
          <Text size="sm" c={webhookUrl === null ? 'dimmed' : undefined} className={styles.url}>
            {webhookUrl ?? words.noUrl}
          </Text>
        </div>
        {webhookUrl === null ? (
          <Button size="xs" variant="default" onClick={() => onAsk('url')} aria-label={words.setFor(label)}>
            {words.set}
          </Button>
        ) : (
          <Group gap={6}>
            <Button
              size="xs"
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate()}
              aria-label={words.testFor(label)}
            >
              {words.test}
            </Button>
            <Button size="xs" variant="default" onClick={() => onAsk('url')} aria-label={words.changeFor(label)}>
              {words.change}
            </Button>
            <Button size="xs" variant="default" onClick={() => onAsk('rotate')} aria-label={words.rotateFor(label)}>
              {words.rotate}
            </Button>
            <Button
              size="xs"
              variant="default"
              c="var(--down)"
              onClick={() => onAsk('remove')}
              aria-label={words.removeFor(label)}
            >
              {words.remove}
            </Button>
          </Group>
        )}
      </Group>
      <div role="status">
        {test.isSuccess && (
          <Text size="sm" c="dimmed">
            {words.tested(label)}
          </Text>
        )}
      </div>
      {test.error !== null && <Refusal error={test.error} />}
    </section>
  )
}
