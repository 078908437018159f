import { Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountKey } from '../../api/accounts.js'
import { changeCopyLink, COPY_LINKS, copyLinkQuery, endCopyLink, syncCopyLink } from '../../api/copy-links.js'
import { actions, drift as driftWords } from '../../text/en/copying.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { DriftList } from './drift-view.js'
import { isFinal, type LinkAction } from './link-actions.js'
import type { NamedLink } from './named-link.js'

interface LinkDialogProps {
  readonly named: NamedLink
  readonly action: LinkAction
  readonly onClose: () => void
}

/** Asks before a link is accepted, paused or ended, and says what follows. */
export function LinkDialog({ named: { link, name }, action, onClose }: LinkDialogProps) {
  const queries = useQueryClient()
  const words = actions.of[action]
  return (
    <ConfirmDialog
      isOpen
      isDangerous={isFinal(action)}
      onClose={onClose}
      title={actions.nameFor(words.name, name)}
      confirm={words.name}
      onConfirm={async () => {
        await (isFinal(action)
          ? endCopyLink(link.id)
          : changeCopyLink(link.id, { status: action === 'pause' ? 'PAUSED' : 'ACTIVE' }))
        await queries.invalidateQueries({ queryKey: COPY_LINKS })
        void notify(words.done(name))
      }}
    >
      <Text size="sm">{words.hint}</Text>
    </ConfirmDialog>
  )
}

/** Asks before the difference is ordered, and shows it as it is now. */
export function SyncDialog({ named: { link, name }, onClose }: Omit<LinkDialogProps, 'action'>) {
  const queries = useQueryClient()
  const { data } = useQuery(copyLinkQuery(link.id))
  const drift = data?.drift ?? []
  return (
    <ConfirmDialog
      isOpen
      isDisabled={drift.length === 0}
      onClose={onClose}
      title={actions.nameFor(driftWords.sync, name)}
      confirm={driftWords.sync}
      onConfirm={async () => {
        queries.setQueryData(copyLinkQuery(link.id).queryKey, await syncCopyLink(link.id))
        await queries.invalidateQueries({ queryKey: COPY_LINKS })
        await queries.invalidateQueries({ queryKey: accountKey(link.follower_account_id) })
      }}
    >
      <Stack gap="sm">
        {drift.length === 0 ? <Text size="sm">{driftWords.over}</Text> : <DriftList drift={drift} />}
        <Text size="sm" c="dimmed">
          {driftWords.hint}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
