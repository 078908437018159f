import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NotificationRule } from '@ats/sdk/types'
import { useState } from 'react'
import { accountLabels } from '../../account/account-labels.js'
import { accountsQuery } from '../../api/accounts.js'
import { rulesQuery } from '../../api/notifications.js'
import { Page } from '../../app/page.js'
import { rules as words, text } from '../../text/en/notifications.js'
import { CappedList } from '../../ui/capped-list.js'
import { readingOf } from '../../ui/reading.js'
import { ReadingView } from '../../ui/states.js'
import { CreateRuleDialog, hasRuleDraft } from './create-rule-dialog.js'
import { MessagesPanel } from './messages-panel.js'
import { RuleCard, type RuleAction } from './rule-card.js'
import { DeleteRuleDialog, EditRuleDialog, PauseRuleDialog, ProveRuleDialog, TestRuleDialog } from './rule-dialogs.js'

type Asked = { readonly action: 'create' } | { readonly action: RuleAction; readonly rule: NotificationRule }

const RULES_MAX = 10
/** How soon the rules are read again: a receiver may stop one. */
const EVERY_MS = 15_000

const DIALOGS = {
  prove: ProveRuleDialog,
  test: TestRuleDialog,
  edit: EditRuleDialog,
  pause: PauseRuleDialog,
  resume: PauseRuleDialog,
  delete: DeleteRuleDialog,
} as const

/** The rules by which the user is told of what happens, and what was sent by them. */
export default function Notifications() {
  const rules = useQuery({ ...rulesQuery, refetchInterval: EVERY_MS })
  const [asked, setAsked] = useState<Asked | null>(() => (hasRuleDraft() ? { action: 'create' } : null))
  const [created, setCreated] = useState<NotificationRule | null>(null)
  const close = (): void => setAsked(null)
  const Dialog = asked === null || asked.action === 'create' ? null : DIALOGS[asked.action]
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <ReadingView reading={readingOf(rules)} skeleton={<Skeleton height={160} />} onRetry={() => void rules.refetch()}>
        {(list) => <RuleList rules={list} onAsk={setAsked} />}
      </ReadingView>
      {asked?.action === 'create' && <CreateRuleDialog onClose={close} onCreated={setCreated} />}
      {Dialog !== null && asked !== null && asked.action !== 'create' && <Dialog rule={asked.rule} onClose={close} />}
      {created !== null && <ProveRuleDialog rule={created} onClose={() => setCreated(null)} />}
    </Page>
  )
}

interface RuleListProps {
  readonly rules: readonly NotificationRule[]
  readonly onAsk: (asked: Asked) => void
}

function RuleList({ rules, onAsk }: RuleListProps) {
  const labels = accountLabels(useQuery(accountsQuery).data ?? [])
  const nameOf = (accountId: string): string =>
    labels.find(({ id }) => id === accountId)?.label ?? `…${accountId.slice(-8)}`
  const [first, ...others] = rules
  return (
    <CappedList
      count={rules.length}
      max={RULES_MAX}
      counted={words.count(rules.length)}
      create={words.create}
      words={words.list}
      onCreate={() => onAsk({ action: 'create' })}
    >
      {rules.map((rule) => (
        <RuleCard key={rule.id} rule={rule} nameOf={nameOf} onAsk={(action) => onAsk({ action, rule })} />
      ))}
      {first !== undefined && <MessagesPanel rules={[first, ...others]} />}
    </CappedList>
  )
}
