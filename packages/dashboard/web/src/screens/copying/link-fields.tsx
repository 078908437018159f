import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { accountLabels } from '../../account/account-labels.js'
import type { ListedAccount } from '../../api/accounts.js'
import { form as words, links } from '../../text/en/copying.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { KINDS, MODES, OTHER, REFUSALS, type LinkForm, type TermsForm } from './link-form.js'

interface LinkFieldsProps {
  readonly form: LinkForm
  readonly accounts: readonly ListedAccount[]
  readonly onChange: (part: Partial<LinkForm>) => void
}

interface TermsFieldsProps {
  readonly form: TermsForm
  readonly onChange: (part: Partial<TermsForm>) => void
}

export const LinkFields = (props: LinkFieldsProps) => (
  <Stack gap="sm">
    <PartyFields {...props} />
    <TermsFields {...props} />
  </Stack>
)

export const TermsFields = (props: TermsFieldsProps) => (
  <Stack gap="sm">
    <SizingFields {...props} />
    <CopiedFields {...props} />
    <BoundFields {...props} />
  </Stack>
)

function PartyFields({ form, accounts, onChange }: LinkFieldsProps) {
  const own = accountLabels(accounts).map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <NativeSelect
        label={words.leader}
        description={own.length === 0 ? links.noAccount : words.leaderHint}
        data={own}
        value={form.leaderId}
        onChange={({ currentTarget }) => onChange({ leaderId: currentTarget.value })}
        required
      />
      <NativeSelect
        label={words.follower}
        data={[...own, { value: OTHER, label: words.otherFollower }]}
        value={form.followerId}
        onChange={({ currentTarget }) => onChange({ followerId: currentTarget.value })}
        error={form.leaderId !== '' && form.followerId === form.leaderId ? words.sameAccount : undefined}
        required
      />
      {form.followerId === OTHER && (
        <TextInput
          label={words.followerId}
          description={words.followerIdHint}
          value={form.otherId}
          onChange={({ currentTarget }) => onChange({ otherId: currentTarget.value })}
          spellCheck={false}
          required
        />
      )}
    </>
  )
}

const SizingFields = ({ form, onChange }: TermsFieldsProps) => (
  <>
    <NativeSelect
      label={words.mode}
      data={MODES.map((mode) => ({ value: mode, label: words.modes[mode] }))}
      value={form.mode}
      onChange={({ currentTarget }) =>
        onChange({ mode: MODES.find((mode) => mode === currentTarget.value) ?? form.mode })
      }
    />
    <TextInput
      label={words.value[form.mode]}
      value={form.value}
      onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
      error={decimalError(form.value)}
      inputMode="decimal"
      required
    />
    <TextInput
      label={words.maxQuantity}
      description={words.optional}
      value={form.maxQuantity}
      onChange={({ currentTarget }) => onChange({ maxQuantity: currentTarget.value })}
      error={decimalError(form.maxQuantity)}
      inputMode="decimal"
    />
  </>
)

const CopiedFields = ({ form, onChange }: TermsFieldsProps) => (
  <>
    <Checkbox.Group
      label={words.copied}
      value={[...form.copied]}
      onChange={(kinds) => onChange({ copied: KINDS.filter((kind) => kinds.includes(kind)) })}
    >
      <Stack gap="sm" mt={4}>
        {KINDS.map((kind) => (
          <Checkbox key={kind} value={kind} label={links.kinds[kind]} description={links.kindHints[kind]} />
        ))}
      </Stack>
    </Checkbox.Group>
    <TextInput
      label={words.symbols}
      description={words.symbolsHint}
      value={form.symbols}
      onChange={({ currentTarget }) => onChange({ symbols: currentTarget.value })}
      spellCheck={false}
    />
  </>
)

const BoundFields = ({ form, onChange }: TermsFieldsProps) => (
  <>
    <NativeSelect
      label={words.onRefusal}
      data={REFUSALS.map((refusal) => ({ value: refusal, label: links.refusals[refusal] }))}
      value={form.onRefusal}
      onChange={({ currentTarget }) =>
        onChange({ onRefusal: REFUSALS.find((refusal) => refusal === currentTarget.value) ?? form.onRefusal })
      }
    />
    <TextInput
      label={words.slippage}
      description={words.slippageHint}
      value={form.slippage}
      onChange={({ currentTarget }) => onChange({ slippage: currentTarget.value })}
      error={decimalError(form.slippage)}
      inputMode="decimal"
    />
    <TextInput
      label={words.delay}
      description={words.delayHint}
      value={form.delay}
      onChange={({ currentTarget }) => onChange({ delay: currentTarget.value })}
      type="number"
      min={100}
      max={600_000}
    />
  </>
)
