import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationRule } from '@ats/sdk/types'
import { useState } from 'react'
import { accountsQuery } from '../../api/accounts.js'
import { deleteRule, proveRule, rulesQuery, sendMessageBy, updateRule } from '../../api/notifications.js'
import { allDeliveries } from '../../api/webhooks.js'
import { labelOf, shortTarget } from '../../notifications/rule-label.js'
import { proof, rules as words } from '../../text/en/notifications.js'
import { ConfirmDialog, Refusal } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { zoneId } from '../../ui/time/zone.js'
import { TermsFields } from './rule-fields.js'
import { areComplete, formOf, termsOf } from './rule-form.js'

export interface RuleDialogProps {
  readonly rule: NotificationRule
  readonly onClose: () => void
}

/** Changes what a rule tells of, and when. Another target is another rule. */
export function EditRuleDialog({ rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery).data ?? []
  const [form, setForm] = useState(() => formOf(rule, zoneId('local')))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.editFor(labelOf(rule))}
      confirm={words.save}
      isDisabled={!areComplete(form)}
      onConfirm={async () => {
        await updateRule(rule.id, termsOf(form))
        await queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
      }}
    >
      <Stack gap="sm">
        <TermsFields
          form={form}
          accounts={accounts}
          onChange={(part) => setForm((before) => ({ ...before, ...part }))}
        />
      </Stack>
    </ConfirmDialog>
  )
}

/** Has a code sent, and takes it. */
export function ProveRuleDialog({ rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => sendMessageBy(rule.id),
    onSettled: () => queries.invalidateQueries(allDeliveries),
  })
  const label = labelOf(rule)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={proof.title(label)}
      confirm={proof.confirm}
      dismiss={proof.later}
      isDisabled={!/^[0-9]{6}$/.test(code)}
      onConfirm={async () => {
        await proveRule(rule.id, code)
        await queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
        void notify(proof.proven(label))
      }}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{proof.hint(shortTarget(rule))}</Text>
        <Button variant="default" onClick={() => mutate()} loading={isPending} data-autofocus>
          {isSuccess ? proof.again : proof.send}
        </Button>
        <div role="status">{isSuccess && <Text size="sm">{proof.sent}</Text>}</div>
        {error !== null && <Refusal error={error} />}
        <TextInput
          label={proof.code}
          description={proof.codeHint}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.replaceAll(/\D/g, ''))}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          required
        />
      </Stack>
    </ConfirmDialog>
  )
}

export function TestRuleDialog({ rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.testFor(labelOf(rule))}
      confirm={words.test}
      onConfirm={async () => {
        await sendMessageBy(rule.id)
        await queries.invalidateQueries(allDeliveries)
        void notify(words.tested(labelOf(rule)))
      }}
    >
      <Text size="sm">{words.testHint(shortTarget(rule))}</Text>
    </ConfirmDialog>
  )
}

/** Pauses a rule, or resumes one that is paused. */
export function PauseRuleDialog({ rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  const label = labelOf(rule)
  const isPaused = rule.pausedAt !== null
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isPaused ? words.resumeFor(label) : words.pauseFor(label)}
      confirm={isPaused ? words.resume : words.pause}
      onConfirm={async () => {
        await updateRule(rule.id, { paused: !isPaused })
        await queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
        void notify(isPaused ? words.resumed(label) : words.paused(label))
      }}
    >
      <Text size="sm">{isPaused ? words.resumeHint : words.pauseHint}</Text>
    </ConfirmDialog>
  )
}

export function DeleteRuleDialog({ rule, onClose }: RuleDialogProps) {
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      onClose={onClose}
      title={words.deleteFor(labelOf(rule))}
      confirm={words.delete}
      onConfirm={async () => {
        await deleteRule(rule.id)
        await queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
        void notify(words.deleted(labelOf(rule)))
      }}
    >
      <Text size="sm">{words.deleteHint}</Text>
    </ConfirmDialog>
  )
}
