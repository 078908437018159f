import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Hook } from '@ats/sdk/types'
import { useState } from 'react'
import { accountsQuery } from '../../../api/accounts.js'
import { hooksQuery } from '../../../api/hooks.js'
import { Page } from '../../../app/page.js'
import { hooks as words, text } from '../../../text/en/hooks.js'
import { CappedList } from '../../../ui/capped-list.js'
import { readingOf } from '../../../ui/reading.js'
import { ReadingView } from '../../../ui/states.js'
import { CreateHookDialog, hasHookDraft } from './create-hook-dialog.js'
import { DeliveriesPanel } from './deliveries-panel.js'
import { EditHookDialog } from './edit-hook-dialog.js'
import { HookCard, type HookAction } from './hook-card.js'
import { RevokeHookDialog, RollHookDialog } from './hook-dialogs.js'
import { TokenDialog, type IssuedHook } from './token-dialog.js'

type Asked = { readonly action: 'create' } | { readonly action: HookAction; readonly hook: Hook }

const HOOKS_MAX = 10

/** The hooks of the user, and what they have received. */
export default function Hooks() {
  const hooks = useQuery({ ...hooksQuery, refetchInterval: 60_000 })
  const [asked, setAsked] = useState<Asked | null>(() => (hasHookDraft() ? { action: 'create' } : null))
  // Here alone, until its dialog closes: not in what queries and mutations keep.
  const [issued, setIssued] = useState<IssuedHook | null>(null)
  const close = (): void => setAsked(null)
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <ReadingView reading={readingOf(hooks)} skeleton={<Skeleton height={160} />} onRetry={() => void hooks.refetch()}>
        {(list) => <HookList hooks={list} onAsk={setAsked} />}
      </ReadingView>
      {asked?.action === 'create' && <CreateHookDialog onClose={close} onIssued={setIssued} />}
      {asked?.action === 'edit' && <EditHookDialog hook={asked.hook} onClose={close} />}
      {asked?.action === 'roll' && <RollHookDialog hook={asked.hook} onClose={close} onIssued={setIssued} />}
      {asked?.action === 'revoke' && <RevokeHookDialog hook={asked.hook} onClose={close} onIssued={setIssued} />}
      {issued !== null && <TokenDialog issued={issued} onClose={() => setIssued(null)} />}
    </Page>
  )
}

interface HookListProps {
  readonly hooks: readonly Hook[]
  readonly onAsk: (asked: Asked) => void
}

function HookList({ hooks, onAsk }: HookListProps) {
  const accounts = useQuery(accountsQuery).data ?? []
  const nameOf = (accountId: string): string => accounts.find(({ id }) => id === accountId)?.name ?? accountId.slice(-8)
  const [first, ...others] = hooks
  return (
    <CappedList
      count={hooks.length}
      max={HOOKS_MAX}
      counted={words.count(hooks.length)}
      create={words.create}
      words={words.list}
      onCreate={() => onAsk({ action: 'create' })}
    >
      {hooks.map((hook) => (
        <HookCard
          key={hook.id}
          hook={hook}
          accountName={nameOf(hook.accountId)}
          onAsk={(action) => onAsk({ action, hook })}
        />
      ))}
      {first !== undefined && <DeliveriesPanel hooks={[first, ...others]} />}
    </CappedList>
  )
}
