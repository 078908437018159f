import { NativeSelect, Text, TextInput } from '@mantine/core'
import { announceCompetition } from '../../api/firm/firm-desk.js'
import { explainedError } from '../../api/explained-error.js'
import { text } from '../../text/en/competitions.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { fromField, toField } from '../../ui/forms/moment-field.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { zoneName } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'

interface AnnounceDialogProps {
  readonly plans: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAnnounced: () => Promise<unknown>
}

export const ANNOUNCE_DRAFT = 'competition'

const EMPTY = {
  ...{ id: '', name: '', plan: '', from: '', to: '', cap: '1000', minTrades: '0' },
  rankBy: 'RETURN' as 'RETURN' | 'RETURN_PER_DRAWDOWN',
  visibility: 'MASKED' as 'MASKED' | 'NAMED',
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const RANKINGS = optionsOf(text.rankings)
const VISIBILITIES = optionsOf(text.visibilities)
const isWhole = (typed: string, least: number, most: number): boolean =>
  /^\d{1,6}$/.test(typed) && Number(typed) >= least && Number(typed) <= most

const isComplete = ({ id, name, from, to, cap, minTrades }: typeof EMPTY): boolean =>
  /^[A-Za-z0-9._:-]{1,64}$/.test(id) &&
  name.trim() !== '' &&
  from !== '' &&
  to > from &&
  isWhole(cap, 1, 1_000) &&
  isWhole(minTrades, 0, 100_000)

/** Announces a competition. Its moments are kept in UTC, and shown in the zone of the page. */
export function AnnounceDialog({ plans, isOpen, onClose, onAnnounced }: AnnounceDialogProps) {
  const { form, setForm } = useFormDraft({ name: ANNOUNCE_DRAFT, empty: () => EMPTY, isOpen })
  const zone = useZone()
  const zoneText = zoneName(zone, Date.now())
  const change = (part: Partial<typeof EMPTY>): void => setForm((before) => ({ ...before, ...part }))
  const { id, name, from, to, cap, minTrades } = form
  const plan = form.plan === '' ? (plans[0] ?? '') : form.plan
  const announce = async (): Promise<void> => {
    await announceCompetition({
      ...{ id, name: name.trim(), plan_id: plan, from, to },
      ...{ entry_cap: Number(cap), min_trades: Number(minTrades), rank_by: form.rankBy, visibility: form.visibility },
    }).catch((error: unknown) => {
      throw explainedError(error, text.reasons)
    })
    setForm(() => EMPTY)
    await Promise.all([onAnnounced(), notify(text.announced(name.trim()))])
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        setForm(() => EMPTY)
        onClose()
      }}
      title={text.announce}
      confirm={text.announceConfirm}
      isDisabled={plan === '' || !isComplete(form)}
      onConfirm={announce}
    >
      <Text size="sm">{text.announceText}</Text>
      <TextInput
        label={text.name}
        value={name}
        maxLength={128}
        required
        data-autofocus
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <TextInput
        label={text.id}
        description={text.idHint}
        value={id}
        maxLength={64}
        spellCheck={false}
        required
        onChange={({ currentTarget }) => change({ id: currentTarget.value })}
      />
      <NativeSelect
        label={text.plan}
        description={text.planHint}
        data={[...plans]}
        value={plan}
        onChange={({ currentTarget }) => change({ plan: currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={text.begins(zoneText)}
        value={toField(from === '' ? undefined : from, zone)}
        required
        onChange={({ currentTarget }) => change({ from: fromField(currentTarget.value, zone) ?? '' })}
      />
      <TextInput
        type="datetime-local"
        label={text.ends(zoneText)}
        description={text.toHint}
        value={toField(to === '' ? undefined : to, zone)}
        required
        onChange={({ currentTarget }) => change({ to: fromField(currentTarget.value, zone) ?? '' })}
      />
      <TextInput
        label={text.cap}
        description={text.capHint}
        value={cap}
        inputMode="numeric"
        onChange={({ currentTarget }) => change({ cap: currentTarget.value })}
      />
      <TextInput
        label={text.minTrades}
        value={minTrades}
        inputMode="numeric"
        onChange={({ currentTarget }) => change({ minTrades: currentTarget.value })}
      />
      <NativeSelect
        label={text.ranked}
        data={RANKINGS}
        value={form.rankBy}
        onChange={({ currentTarget }) => change({ rankBy: currentTarget.value as typeof EMPTY.rankBy })}
      />
      <NativeSelect
        label={text.names}
        data={VISIBILITIES}
        value={form.visibility}
        onChange={({ currentTarget }) => change({ visibility: currentTarget.value as typeof EMPTY.visibility })}
      />
    </ConfirmDialog>
  )
}
