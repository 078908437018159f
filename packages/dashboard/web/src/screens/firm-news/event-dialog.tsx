import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CalendarFile } from '../../api/firm/firm-news.js'
import { text } from '../../text/en/firm/firm-news.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { eventOf, isComplete, type EventForm } from './event-form.js'

interface EventDialogProps {
  readonly begin: EventForm
  readonly isNew: boolean
  readonly timeZone: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The event as a calendar of its own, which is previewed as any other. */
  readonly onPreview: (file: CalendarFile) => void
}

const IMPACTS = (['HIGH', 'MEDIUM', 'LOW'] as const).map((value) => ({ value, label: text.impacts[value] }))

/** Types an event by its fields. */
export function EventDialog({ begin, isNew, timeZone, isOpen, onClose, onPreview }: EventDialogProps) {
  const [form, setForm] = useState(begin)
  const change = (part: Partial<EventForm>): void => setForm({ ...form, ...part })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? text.addTitle : text.editTitle}
      confirm={text.preview}
      isDisabled={!isComplete(form)}
      onConfirm={() => {
        const event = eventOf(form, timeZone)
        onPreview({ name: event.title, text: JSON.stringify({ events: [event] }) })
        return Promise.resolve()
      }}
    >
      <TextInput
        label={text.name}
        value={form.title}
        maxLength={256}
        required
        data-autofocus
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={text.at(timeZone)}
        value={form.at}
        required
        onChange={({ currentTarget }) => change({ at: currentTarget.value })}
      />
      <NativeSelect
        label={text.impact}
        data={IMPACTS}
        value={form.impact}
        onChange={({ currentTarget }) => change({ impact: currentTarget.value as EventForm['impact'] })}
      />
      <TextInput
        label={text.currencies}
        description={text.currenciesHint}
        value={form.currencies}
        onChange={({ currentTarget }) => change({ currencies: currentTarget.value })}
      />
      <TextInput
        label={text.symbols}
        description={text.symbolsHint}
        value={form.symbols}
        onChange={({ currentTarget }) => change({ symbols: currentTarget.value })}
      />
      <TextInput
        label={text.id}
        description={text.idHint}
        value={form.id}
        maxLength={256}
        disabled={!isNew}
        required
        onChange={({ currentTarget }) => change({ id: currentTarget.value })}
      />
    </ConfirmDialog>
  )
}
