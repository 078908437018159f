import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { grantChallenge, type ChallengeGrant } from '../../api/firm/firm-challenges.js'
import { programVersionsQuery } from '../../api/firm/firm-programs.js'
import { newestPrograms } from '../../firm/newest-programs.js'
import { challengeGrants as text } from '../../text/en/firm/firm-lists.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { Segments } from '../../ui/forms/segments.js'
import { notify } from '../../ui/notify.js'

interface GrantChallengeDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onGranted: () => Promise<unknown>
}

export const CHALLENGE_DRAFT = 'challenge-grant'

interface Form {
  readonly kind: ChallengeGrant['kind']
  readonly user: string
  readonly program: string
  readonly challenge: string
  readonly reference: string
}

/** The reference is made with the form: what is sent again after a lost answer is the same grant. */
const emptyForm = (): Form => ({
  ...{ kind: 'CHALLENGE', user: '', program: '', challenge: '' },
  reference: `dashboard-${crypto.randomUUID()}`,
})

/** Sells a challenge of a program to a user, or the reset of one. */
export function GrantChallengeDialog({ isOpen, onClose, onGranted }: GrantChallengeDialogProps) {
  const { form, setForm } = useFormDraft({ name: CHALLENGE_DRAFT, empty: emptyForm, isOpen })
  const change = (part: Partial<Form>): void => setForm((before) => ({ ...before, ...part }))
  const { data: versions = [] } = useQuery(programVersionsQuery)
  const programs = newestPrograms(versions).map(({ id, name }) => ({ value: id, label: name }))
  const user = form.user.trim()
  const program = form.program === '' ? (programs[0]?.value ?? '') : form.program
  const isReset = form.kind === 'RESET'
  const subject = isReset ? form.challenge.trim() : program
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setForm(emptyForm)
        onClose()
      }}
      title={text.give}
      confirm={text.giveConfirm}
      isDisabled={user === '' || subject === '' || form.reference.trim() === ''}
      onConfirm={async () => {
        const of = isReset ? { challenge_id: subject } : { program_id: subject }
        await grantChallenge({ user_id: user, reference: form.reference.trim(), ...of })
        await Promise.all([onGranted(), notify(text.given(user))])
      }}
    >
      <Text size="sm">{text.giveText}</Text>
      <div>
        <Segments label={text.kind} options={text.kinds} value={form.kind} onChange={(kind) => change({ kind })} />
      </div>
      <TextInput
        label={text.user}
        value={form.user}
        onChange={({ currentTarget }) => change({ user: currentTarget.value })}
        maxLength={128}
        spellCheck={false}
        required
        data-autofocus
      />
      {isReset ? (
        <TextInput
          label={text.challengeId}
          value={form.challenge}
          onChange={({ currentTarget }) => change({ challenge: currentTarget.value })}
          maxLength={64}
          spellCheck={false}
          required
        />
      ) : (
        <NativeSelect
          label={text.program}
          data={programs}
          value={program}
          onChange={({ currentTarget }) => change({ program: currentTarget.value })}
        />
      )}
      <TextInput
        label={text.reference}
        description={text.referenceHint}
        value={form.reference}
        onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
        maxLength={64}
        spellCheck={false}
        required
      />
    </ConfirmDialog>
  )
}
