import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../api/accounts.js'
import { copyLinksQuery } from '../../api/copy-links.js'
import { Page } from '../../app/page.js'
import { links as words, text } from '../../text/en/copying.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { ChangeTermsDialog } from './change-terms-dialog.js'
import { CreateLinkDialog, hasLinkDraft } from './create-link-dialog.js'
import { EventsPanel } from './events-panel.js'
import { isFollowed } from './is-followed.js'
import type { LinkAction } from './link-actions.js'
import { LinkCard } from './link-card.js'
import { LinkDialog, SyncDialog } from './link-dialogs.js'
import { namedLinks, type NamedLink } from './named-link.js'

type Asked =
  { readonly action: 'create' } | { readonly action: LinkAction | 'sync' | 'change'; readonly named: NamedLink }

/** How soon the links are read again: a refusal may pause one, and an invitation may come. */
const EVERY_MS = 10_000

/** The links of the user's accounts, and what they have copied. */
export default function Copying() {
  const links = useInfiniteQuery({ ...copyLinksQuery, refetchInterval: EVERY_MS })
  const accounts = useQuery(accountsQuery).data ?? []
  const [asked, setAsked] = useState<Asked | null>(() => (hasLinkDraft() ? { action: 'create' } : null))
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <ReadingView reading={readingOf(links)} skeleton={<Skeleton height={160} />} onRetry={() => void links.refetch()}>
        {({ pages }) => (
          <Links
            links={namedLinks(
              pages.flatMap(({ rows }) => rows),
              accounts,
            )}
            onAsk={setAsked}
            onMore={links.hasNextPage ? () => void links.fetchNextPage() : null}
          />
        )}
      </ReadingView>
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </Page>
  )
}

function AskedDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  if (asked.action === 'create') return <CreateLinkDialog onClose={onClose} />
  if (asked.action === 'change') return <ChangeTermsDialog named={asked.named} onClose={onClose} />
  if (asked.action === 'sync') return <SyncDialog named={asked.named} onClose={onClose} />
  return <LinkDialog named={asked.named} action={asked.action} onClose={onClose} />
}

interface LinksProps {
  readonly links: readonly NamedLink[]
  readonly onAsk: (asked: Asked) => void
  /** Null where there are no more. */
  readonly onMore: (() => void) | null
}

function Links({ links, onAsk, onMore }: LinksProps) {
  const create = <Button onClick={() => onAsk({ action: 'create' })}>{words.create}</Button>
  if (links.length === 0)
    return (
      <Empty title={words.none} hint={words.noneHint}>
        {create}
      </Empty>
    )
  const [first, ...others] = links.filter(({ link }) => isFollowed(link))
  return (
    <Stack gap="md">
      <Group justify="flex-end">{create}</Group>
      {links.map((named) => (
        <LinkCard key={named.link.id} named={named} onAsk={(action) => onAsk({ action, named })} />
      ))}
      {onMore !== null && (
        <Button variant="default" size="xs" onClick={onMore}>
          {words.more}
        </Button>
      )}
      {first !== undefined && <EventsPanel links={[first, ...others]} />}
    </Stack>
  )
}
