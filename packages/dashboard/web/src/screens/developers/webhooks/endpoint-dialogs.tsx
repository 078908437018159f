import { Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@ats/sdk/types'
import { keysQuery, rotateWebhookSecret, updateKey } from '../../../api/keys.js'
import { allDeliveries } from '../../../api/webhooks.js'
import { secret } from '../../../text/en/developers.js'
import { endpoints as words } from '../../../text/en/webhooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../../ui/forms/form-draft.js'
import { KeptNote } from '../../../ui/forms/kept-note.js'
import { notify } from '../../../ui/notify.js'
import type { Issued } from '../keys/secret-dialog.js'

interface EndpointDialogProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

/** The name under which the form of a key's URL outlives a login. */
export const urlDraft = (keyId: string): string => `webhook-url ${keyId}`

/** The part of a URL that is no secret of its receiver, as its path may be. */
function siteOf(url: string): string {
  const { origin } = URL.parse(url) ?? { origin: '' }
  return origin === 'null' || origin === '' ? '' : `${origin}/`
}

/** Where the events of a key go. Its first URL brings a signing secret. */
export function UrlDialog({ apiKey, onClose, onIssued }: EndpointDialogProps) {
  const queries = useQueryClient()
  const { form, setForm, isKept } = useFormDraft({
    name: urlDraft(apiKey.id),
    empty: () => ({ typed: apiKey.webhookUrl ?? '' }),
    kept: (now) => ({ typed: siteOf(now.typed) }),
  })
  const { typed } = form
  const url = typed.trim()
  const { label, webhookUrl } = apiKey
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={webhookUrl === null ? words.setFor(label) : words.changeFor(label)}
      confirm={words.save}
      isDisabled={url === '' || url === webhookUrl}
      onConfirm={async () => {
        const { webhookSecret, ...changed } = await updateKey(apiKey.id, { webhookUrl: url })
        if (webhookSecret !== undefined) onIssued({ title: secret.titleWebhook, apiKey: changed, webhookSecret })
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <KeptNote isKept={isKept} text={words.kept} />
        <TextInput
          type="url"
          label={words.url}
          description={words.urlHint}
          value={typed}
          onChange={({ currentTarget }) => setForm(() => ({ typed: currentTarget.value }))}
          maxLength={2048}
          required
          data-autofocus
        />
        <Text size="sm" c="dimmed">
          {webhookUrl === null ? words.firstUrl : words.sameSecret}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

/** Another signing secret, which is shown once; the one before it goes on for a while. */
export function RotateDialog({ apiKey, onClose, onIssued }: EndpointDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.rotateFor(apiKey.label)}
      confirm={words.rotateConfirm}
      onConfirm={async () => {
        onIssued({ title: secret.titleWebhook, apiKey, ...(await rotateWebhookSecret(apiKey.id)) })
      }}
    >
      <Text size="sm">{words.rotateHint}</Text>
    </ConfirmDialog>
  )
}

export function RemoveDialog({ apiKey, onClose }: EndpointDialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      onClose={onClose}
      title={words.removeFor(apiKey.label)}
      confirm={words.remove}
      onConfirm={async () => {
        await updateKey(apiKey.id, { webhookUrl: null })
        await Promise.all([
          queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
          queries.invalidateQueries(allDeliveries),
        ])
        void notify(words.removed(apiKey.label))
      }}
    >
      <Text size="sm">{words.removeHint(apiKey.webhookUrl ?? '')}</Text>
    </ConfirmDialog>
  )
}
