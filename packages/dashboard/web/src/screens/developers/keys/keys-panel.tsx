import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKey } from '@ats/sdk/types'
import { useState } from 'react'
import { keysQuery, revokeKey } from '../../../api/keys.js'
import { configQuery } from '../../../api/market.js'
import { keys as words } from '../../../text/en/developers.js'
import { CappedList } from '../../../ui/capped-list.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { useResumedForm } from '../../../ui/forms/form-draft.js'
import { notify } from '../../../ui/notify.js'
import { readingOf } from '../../../ui/reading.js'
import { ReadingView } from '../../../ui/states.js'
import { CreateKeyDialog, hasKeyDraft } from './create-key-dialog.js'
import { editDraft, EditKeyDialog } from './edit-key-dialog.js'
import { KeyCard, type KeyAction } from './key-card.js'
import { RollKeyDialog } from './roll-key-dialog.js'
import { SecretDialog, type Issued } from './secret-dialog.js'

type Asked = { readonly action: 'create' } | { readonly action: KeyAction; readonly apiKey: ApiKey }

/** The keys of the user, and everything that can be done with them. */
export function KeysPanel() {
  const keys = useQuery({ ...keysQuery, refetchInterval: 60_000 })
  const [asked, setAsked] = useState<Asked | null>(() => (hasKeyDraft() ? { action: 'create' } : null))
  // Here alone, until its dialog closes: not in what queries and mutations keep.
  const [issued, setIssued] = useState<Issued | null>(null)
  return (
    <>
      <ReadingView reading={readingOf(keys)} skeleton={<KeysSkeleton />} onRetry={() => void keys.refetch()}>
        {(list) => <KeyList keys={list} onAsk={setAsked} />}
      </ReadingView>
      {asked !== null && <Dialog asked={asked} onClose={() => setAsked(null)} onIssued={setIssued} />}
      {issued !== null && <SecretDialog issued={issued} onClose={() => setIssued(null)} />}
    </>
  )
}

interface KeyListProps {
  readonly keys: readonly ApiKey[]
  readonly onAsk: (asked: Asked) => void
}

function KeyList({ keys, onAsk }: KeyListProps) {
  const most = useQuery(configQuery).data?.limits.active_keys_per_user
  useResumedForm(
    keys,
    ({ id }) => editDraft(id),
    (apiKey) => onAsk({ action: 'edit', apiKey }),
  )
  const counted = most === undefined ? words.countUnknown(keys.length) : words.count(keys.length, most)
  return (
    <CappedList
      count={keys.length}
      max={most}
      counted={counted}
      create={words.create}
      words={words.list}
      onCreate={() => onAsk({ action: 'create' })}
    >
      {keys.map((apiKey) => (
        <KeyCard key={apiKey.id} apiKey={apiKey} onAsk={(action) => onAsk({ action, apiKey })} />
      ))}
    </CappedList>
  )
}

interface DialogProps {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

function Dialog({ asked, onClose, onIssued }: DialogProps) {
  if (asked.action === 'create') return <CreateKeyDialog onClose={onClose} onIssued={onIssued} />
  const { action, apiKey } = asked
  const Asking = { edit: EditKeyDialog, roll: RollKeyDialog, revoke: RevokeDialog }[action]
  return <Asking apiKey={apiKey} onClose={onClose} onIssued={onIssued} />
}

function RevokeDialog({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      onClose={onClose}
      title={words.revokeKey(apiKey.label)}
      confirm={words.revoke}
      onConfirm={async () => {
        await revokeKey(apiKey.id)
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
        void notify(words.revoked(apiKey.label))
      }}
    >
      <Text size="sm">{words.revokeHint(apiKey.keyPrefix)}</Text>
    </ConfirmDialog>
  )
}

const KeysSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={36} />
    <Skeleton height={150} />
    <Skeleton height={150} />
  </Stack>
)
