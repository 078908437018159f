import { NativeSelect, Text, TextInput } from '@mantine/core'
import { registerWallet } from '../../api/firm/firm-wallets.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { isComplete, registrationOf, EMPTY_REGISTRATION, problemsOf, type Registration } from './registration.js'

export const REGISTER_DRAFT = 'register-wallet'

interface RegisterDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRegistered: () => Promise<unknown>
}

const VENUES = ['GMX', 'OSTIUM']
const SIGNERS = Object.entries(text.signers).map(([value, label]) => ({ value, label }))

/** Registers the wallet of a LIVE account. Sent again after a lost answer, it is the same wallet. */
export function RegisterDialog({ isOpen, onClose, onRegistered }: RegisterDialogProps) {
  const { form, setForm } = useFormDraft<Registration>({
    ...{ name: REGISTER_DRAFT, empty: () => EMPTY_REGISTRATION, isOpen },
  })
  const change = (part: Partial<Registration>): void => setForm((before) => ({ ...before, ...part }))
  const problems = problemsOf(form)
  const leave = (): void => {
    setForm(() => EMPTY_REGISTRATION)
    onClose()
  }
  const field = (name: keyof Registration) => ({
    value: form[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: currentTarget.value }),
  })
  const typed = { spellCheck: false, autoComplete: 'off' } as const
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={leave}
      title={text.registerTitle}
      confirm={text.registerConfirm}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        await registerWallet(registrationOf(form))
        await Promise.all([onRegistered(), notify(text.registered)])
      }}
    >
      <Text size="sm">{text.registerText}</Text>
      <TextInput
        {...field('address')}
        {...typed}
        label={text.address}
        description={text.addressHint}
        error={problems.address}
        maxLength={64}
        required
        data-autofocus
      />
      <TextInput
        {...field('account')}
        {...typed}
        label={text.account}
        description={text.accountHint}
        error={problems.account}
        maxLength={64}
        required
      />
      <NativeSelect {...field('venue')} label={text.columns.venue} data={VENUES} />
      <NativeSelect {...field('signer')} label={text.columns.signer} data={SIGNERS} />
      <TextInput
        {...field('gasPerDay')}
        {...typed}
        label={text.columns.gasPerDay}
        description={text.gasHint}
        inputMode="decimal"
        error={decimalError(form.gasPerDay)}
      />
      <TextInput
        {...field('gasPerOrder')}
        {...typed}
        label={text.columns.gasPerOrder}
        description={text.gasHint}
        inputMode="decimal"
        error={decimalError(form.gasPerOrder)}
      />
    </ConfirmDialog>
  )
}
