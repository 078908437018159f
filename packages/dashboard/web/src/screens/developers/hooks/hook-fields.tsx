import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ListedAccount } from '../../../api/accounts.js'
import { hooks as words } from '../../../text/en/hooks.js'
import type { HookForm, TermsForm } from './hook-form.js'

interface AccountFieldProps {
  readonly accountId: string
  readonly accounts: readonly ListedAccount[]
  readonly onChange: (part: Pick<HookForm, 'accountId'>) => void
}

export const AccountField = ({ accountId, accounts, onChange }: AccountFieldProps) => (
  <NativeSelect
    label={words.account}
    data={accounts.map(({ id, name, plan_id: planId }) => ({
      value: id,
      label: name ?? `${planId} ${id.slice(-8)}`,
    }))}
    value={accountId}
    onChange={({ currentTarget }) => onChange({ accountId: currentTarget.value })}
    description={accounts.length === 0 ? words.noAccount : undefined}
    required
  />
)

interface TermsFieldsProps {
  readonly form: TermsForm
  readonly onChange: (part: Partial<TermsForm>) => void
}

export function TermsFields({ form, onChange }: TermsFieldsProps) {
  return (
    <>
      <TextInput
        label={words.label}
        description={words.labelHint}
        value={form.label}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
        maxLength={100}
        required
        data-autofocus
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
      <TextInput
        type="date"
        label={words.lastDay}
        description={words.lastDayHint}
        value={form.lastDay}
        onChange={({ currentTarget }) => onChange({ lastDay: currentTarget.value })}
      />
      {form.isTradingView !== null && (
        <Checkbox
          label={words.tradingview}
          description={words.tradingviewHint}
          checked={form.isTradingView}
          onChange={({ currentTarget }) => onChange({ isTradingView: currentTarget.checked })}
        />
      )}
    </>
  )
}
