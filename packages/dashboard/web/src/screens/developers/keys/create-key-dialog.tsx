import { Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../../app/session-context.js'
import { createKey, keysQuery } from '../../../api/keys.js'
import { keys as words, secret } from '../../../text/en/developers.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { hasDraft, useFormDraft } from '../../../ui/forms/form-draft.js'
import { KeptNote } from '../../../ui/forms/kept-note.js'
import { EMPTY_KEY, EXPIRIES, isComplete, newKeyOf, withAddress, type KeyForm } from './key-form.js'
import type { Issued } from './secret-dialog.js'

/** The address of a webhook may hold a secret of its receiver: it is not kept. */
const KEY_DRAFT = {
  name: 'new-key',
  empty: () => EMPTY_KEY,
  kept: ({ webhookUrl: _secret, ...form }: KeyForm) => form,
}

/** Whether a key was being created when its user had to log in again. */
export const hasKeyDraft = (): boolean => hasDraft(KEY_DRAFT.name)

interface CreateKeyDialogProps {
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

export function CreateKeyDialog({ onClose, onIssued }: CreateKeyDialogProps) {
  const queries = useQueryClient()
  const { form, setForm, isKept } = useFormDraft<KeyForm>(KEY_DRAFT)
  const change = (part: Partial<KeyForm>): void => setForm((before) => ({ ...before, ...part }))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.create}
      confirm={words.create}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        onIssued({ title: secret.titleNew, ...(await createKey(newKeyOf(form, Date.now()))) })
        await queries.invalidateQueries({ queryKey: keysQuery.queryKey })
      }}
    >
      <KeptNote isKept={isKept} text={words.kept} />
      <Fields form={form} onChange={change} />
    </ConfirmDialog>
  )
}

interface FieldsProps {
  readonly form: KeyForm
  readonly onChange: (part: Partial<KeyForm>) => void
}

function Fields({ form, onChange }: FieldsProps) {
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
      <Checkbox.Group
        label={words.scopes}
        value={['READ_ONLY', ...form.scopes]}
        onChange={(scopes) => onChange({ scopes: OPTIONAL.filter((scope) => scopes.includes(scope)) })}
      >
        <Stack gap={6} mt={4}>
          {(['READ_ONLY', ...OPTIONAL] as const).map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={words.scopeNames[scope]}
              description={words.scopeHints[scope]}
              disabled={scope === 'READ_ONLY'}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Addresses form={form} onChange={onChange} />
      <Select
        label={words.expiry}
        data={EXPIRIES.map((value) => ({ value, label: words.expiries[value] }))}
        value={form.expiry}
        onChange={(expiry) => onChange({ expiry: expiry ?? 'never' })}
        allowDeselect={false}
      />
      {form.expiry === 'day' && (
        <TextInput
          type="date"
          label={words.day}
          value={form.day}
          onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
          required
        />
      )}
      <TextInput
        type="url"
        label={words.webhookUrl}
        description={words.webhookUrlHint}
        value={form.webhookUrl}
        onChange={({ currentTarget }) => onChange({ webhookUrl: currentTarget.value })}
      />
    </Stack>
  )
}

const OPTIONAL = ['MANAGE_ORDERS', 'TRADE'] as const

function Addresses({ form, onChange }: FieldsProps) {
  const { address } = useSession()
  return (
    <Stack gap={4} align="flex-start">
      <Textarea
        w="100%"
        label={words.addresses}
        description={words.addressesHint}
        value={form.addresses}
        onChange={({ currentTarget }) => onChange({ addresses: currentTarget.value })}
        rows={2}
        spellCheck={false}
      />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => onChange({ addresses: withAddress(form.addresses, address) })}
      >
        {words.addMine(address)}
      </Button>
    </Stack>
  )
}
