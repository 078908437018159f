import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { deliveries as words } from '../../../text/en/webhooks.js'
import { useZone } from '../../../ui/time/zone.js'
import { zoneName } from '../../../ui/time/time.js'
import { fromField, toField } from '../../../ui/forms/moment-field.js'
import { EVENT_TYPES, SPANS, STATUSES, type ShownFilter, type Span } from './delivery-filter.js'

/** A key or a notification rule. */
export interface Receiver {
  readonly id: string
  readonly label: string
}

interface FilterFormProps {
  readonly filter: ShownFilter
  readonly receivers: readonly Receiver[]
  readonly onFilter: (filter: ShownFilter) => void
}

const CHOSEN = 'chosen'

/** Chooses deliveries; each choice counts immediately. */
export function FilterForm({ filter, receivers, onFilter }: FilterFormProps) {
  const { key_id: keyId, status, event_type: event } = filter
  const change = (part: Partial<ShownFilter>): void => onFilter({ ...filter, ...part })
  return (
    <Group role="search" aria-label={words.filter} gap="sm" align="flex-end" mb="sm">
      <NativeSelect
        label={words.key}
        data={[{ value: '', label: words.anyReceiver }, ...optionsOf(receivers, keyId)]}
        value={keyId ?? ''}
        onChange={({ currentTarget: { value } }) => change({ key_id: value === '' ? undefined : value })}
        maw={240}
      />
      <NativeSelect
        label={words.status}
        data={[
          { value: '', label: words.anyStatus },
          ...STATUSES.map((value) => ({ value, label: words.statuses[value] })),
        ]}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) => change({ status: STATUSES.find((known) => known === value) })}
      />
      <NativeSelect
        label={words.event}
        data={[{ value: '', label: words.anyEvent }, ...EVENT_TYPES]}
        value={event ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ event_type: EVENT_TYPES.find((known) => known === value) })
        }
      />
      <TimeFields filter={filter} onFilter={onFilter} />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" onClick={() => onFilter({})}>
          {words.clear}
        </Button>
      )}
    </Group>
  )
}

/** The receivers there are; and the one that is chosen, if it is there no more. */
function optionsOf(receivers: readonly Receiver[], chosen: string | undefined) {
  const options = receivers.map(({ id, label }) => ({ value: id, label }))
  return chosen === undefined || receivers.some(({ id }) => id === chosen)
    ? options
    : [...options, { value: chosen, label: words.unknownReceiver(chosen) }]
}

function TimeFields({ filter, onFilter }: Omit<FilterFormProps, 'receivers'>) {
  const zone = useZone()
  const { span, from, to, ...others } = filter
  const value = span ?? (from === undefined && to === undefined ? '' : CHOSEN)
  const choose = (chosen: string): void => {
    if (chosen === CHOSEN) return onFilter({ ...others, from: startOfToday(zone) })
    const known = (Object.keys(SPANS) as Span[]).find((name) => name === chosen)
    onFilter({ ...others, ...(known !== undefined && { span: known }) })
  }
  const bound = (part: Partial<ShownFilter>): void => onFilter({ ...others, from, to, ...part })
  const name = zoneName(zone, Date.now())
  return (
    <>
      <NativeSelect
        label={words.span}
        data={[
          { value: '', label: words.spans.all },
          ...(Object.keys(SPANS) as Span[]).map((known) => ({ value: known, label: words.spans[known] })),
          { value: CHOSEN, label: words.chosenSpan },
        ]}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {value === CHOSEN && (
        <>
          <TextInput
            type="datetime-local"
            label={words.from(name)}
            value={toField(from, zone)}
            onChange={({ currentTarget }) => bound({ from: fromField(currentTarget.value, zone) })}
          />
          <TextInput
            type="datetime-local"
            label={words.to(name)}
            value={toField(to, zone)}
            onChange={({ currentTarget }) => bound({ to: fromField(currentTarget.value, zone, true) })}
          />
        </>
      )}
    </>
  )
}

const startOfToday = (zone: Parameters<typeof toField>[1]): string | undefined =>
  fromField(`${toField(new Date().toISOString(), zone).slice(0, 10)}T00:00`, zone)
