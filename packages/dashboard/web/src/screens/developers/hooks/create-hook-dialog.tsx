import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountsQuery, type ListedAccount } from '../../../api/accounts.js'
import { createHook, hooksQuery } from '../../../api/hooks.js'
import { hooks as words, token } from '../../../text/en/hooks.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { hasDraft, useFormDraft } from '../../../ui/forms/form-draft.js'
import { EMPTY_HOOK, isComplete, newHookOf, type HookForm } from './hook-form.js'
import type { IssuedHook } from './token-dialog.js'

const HOOK_DRAFT = { name: 'new-hook', empty: () => EMPTY_HOOK }

/** Whether a hook was being created when its user had to log in again. */
export const hasHookDraft = (): boolean => hasDraft(HOOK_DRAFT.name)

interface CreateHookDialogProps {
  readonly onClose: () => void
  readonly onIssued: (issued: IssuedHook) => void
}

export function CreateHookDialog({ onClose, onIssued }: CreateHookDialogProps) {
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery).data ?? []
  const { form: typed, setForm, isKept } = useFormDraft<HookForm>(HOOK_DRAFT)
  const form = { ...typed, accountId: typed.accountId === '' ? (accounts[0]?.id ?? '') : typed.accountId }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.create}
      confirm={words.create}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        onIssued({ title: token.titleNew, ...(await createHook(newHookOf(form))) })
        await queries.invalidateQueries({ queryKey: hooksQuery.queryKey })
      }}
    >
      {isKept && (
        <Text size="sm" role="status">
          {words.kept}
        </Text>
      )}
      <Fields form={form} accounts={accounts} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
    </ConfirmDialog>
  )
}

interface FieldsProps {
  readonly form: HookForm
  readonly accounts: readonly ListedAccount[]
  readonly onChange: (part: Partial<HookForm>) => void
}

function Fields({ form, accounts, onChange }: FieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label={words.label}
        description={words.labelHint}
        value={form.label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        maxLength={100}
        required
        data-autofocus
      />
      <NativeSelect
        label={words.account}
        data={accounts.map(({ id, name, plan_id: planId }) => ({
          value: id,
          label: name ?? `${planId} ${id.slice(-8)}`,
        }))}
        value={form.accountId}
        onChange={({ currentTarget }) => onChange({ accountId: currentTarget.value })}
        description={accounts.length === 0 ? words.noAccount : undefined}
        required
      />
      <TextInput
        label={words.maxQuantity}
        description={words.maxQuantityHint}
        value={form.maxQuantity}
        onChange={({ currentTarget }) => onChange({ maxQuantity: currentTarget.value })}
        inputMode="decimal"
        required
      />
      <TextInput
        label={words.symbols}
        description={words.symbolsHint}
        value={form.symbols}
        onChange={({ currentTarget }) => onChange({ symbols: currentTarget.value })}
        spellCheck={false}
      />
      <TextInput
        label={words.perMinute}
        value={form.perMinute}
        onChange={({ currentTarget }) => onChange({ perMinute: currentTarget.value })}
        type="number"
        min={1}
        max={60}
      />
      <Checkbox
        label={words.tradingview}
        description={words.tradingviewHint}
        checked={form.isTradingView}
        onChange={({ currentTarget }) => onChange({ isTradingView: currentTarget.checked })}
      />
    </Stack>
  )
}
