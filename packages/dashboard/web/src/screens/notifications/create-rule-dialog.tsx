import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationRule } from '@ats/sdk/types'
import { accountsQuery } from '../../api/accounts.js'
import { createRule, rulesQuery } from '../../api/notifications.js'
import { rules as words } from '../../text/en/notifications.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { hasDraft, useFormDraft } from '../../ui/forms/form-draft.js'
import { KeptNote } from '../../ui/forms/kept-note.js'
import { zoneId } from '../../ui/time/zone.js'
import { TargetFields, TermsFields } from './rule-fields.js'
import { emptyRule, isComplete, newRuleOf, type RuleForm } from './rule-form.js'

/** The target is not kept: anybody who knows the URL of a webhook can post there. */
const RULE_DRAFT = {
  name: 'new-notification-rule',
  empty: () => emptyRule(zoneId('local')),
  kept: ({ target: _secret, ...form }: RuleForm) => form,
}

/** Whether a rule was being added when its user had to log in again. */
export const hasRuleDraft = (): boolean => hasDraft(RULE_DRAFT.name)

interface CreateRuleDialogProps {
  readonly onClose: () => void
  readonly onCreated: (rule: NotificationRule) => void
}

export function CreateRuleDialog({ onClose, onCreated }: CreateRuleDialogProps) {
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery).data ?? []
  const { form, setForm, isKept } = useFormDraft<RuleForm>(RULE_DRAFT)
  const change = (part: Partial<RuleForm>): void => setForm((before) => ({ ...before, ...part }))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.create}
      confirm={words.create}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        const rule = await createRule(newRuleOf(form))
        await queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
        onCreated(rule)
      }}
    >
      <KeptNote isKept={isKept} text={words.kept} />
      <Stack gap="sm">
        <TargetFields form={form} onChange={change} />
        <TermsFields form={form} accounts={accounts} onChange={change} />
      </Stack>
    </ConfirmDialog>
  )
}
