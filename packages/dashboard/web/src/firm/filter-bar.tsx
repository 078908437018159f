import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { text } from '../text/en/firm/firm.js'
import { fromField, toField } from '../ui/forms/moment-field.js'
import { zoneName } from '../ui/time/time.js'
import { useZone } from '../ui/time/zone.js'
import { filterParams, readFilter, type FilterField, type FilterFields, type FilterValues } from './filter.js'

type Change = (name: string, value: string | undefined) => void

interface FilterBarProps<Fields extends FilterFields> {
  readonly fields: Fields
  readonly values: FilterValues<Fields>
  readonly onFilter: (values: FilterValues<Fields>) => void
  /** Further choices, which count immediately. */
  readonly children?: ReactNode
}

/** The filter of a list, which is part of the address. */
export function useFilter<Fields extends FilterFields>(fields: Fields) {
  const [params, setParams] = useSearchParams()
  const set = (values: FilterValues<Fields>): void => setParams(filterParams(values))
  return [readFilter(params, fields), set] as const
}

/** Chooses rows: by words when the form is sent, by everything else immediately. */
export function FilterBar<Fields extends FilterFields>({ fields, values, onFilter, children }: FilterBarProps<Fields>) {
  const chosen: Readonly<Record<string, string | undefined>> = values
  const [typed, setTyped] = useState(chosen)
  const address = filterParams(chosen).toString()
  useEffect(() => setTyped(Object.fromEntries(new URLSearchParams(address))), [address])
  const apply = (next: Readonly<Record<string, string | undefined>>): void =>
    onFilter(readFilter(filterParams(next), fields))
  const isTyped = Object.values(fields).some(({ kind }) => kind === 'text')
  return (
    <form
      role="search"
      aria-label={text.filters}
      onSubmit={(event) => {
        event.preventDefault()
        apply(typed)
      }}
    >
      <Group gap="sm" align="flex-end">
        {Object.entries(fields).map(([name, field]) => (
          <Field
            key={name}
            name={name}
            field={field}
            value={typed[name] ?? ''}
            onChange={(key, value) => {
              const next = { ...typed, [key]: value }
              setTyped(next)
              if (field.kind !== 'text') apply(next)
            }}
          />
        ))}
        {children}
        {isTyped && (
          <Button type="submit" variant="default">
            {text.apply}
          </Button>
        )}
        {address !== '' && (
          <Button variant="subtle" onClick={() => apply({})}>
            {text.clear}
          </Button>
        )}
      </Group>
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly field: FilterField
  readonly value: string
  readonly onChange: Change
}

function Field({ name, field, value, onChange }: FieldProps) {
  const zone = useZone()
  if (field.kind === 'choice')
    return (
      <NativeSelect
        label={field.label}
        data={[
          { value: '', label: text.any },
          ...Object.entries(field.options).map(([option, label]) => ({ value: option, label })),
        ]}
        value={value}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        // Not that of its longest option, which may come later.
        w={180}
      />
    )
  if (field.kind === 'text')
    return (
      <TextInput
        label={field.label}
        title={field.hint}
        value={value}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        maxLength={128}
        spellCheck={false}
        {...(field.isLong === true && { w: { base: '100%', xs: 300 } })}
      />
    )
  const isEnd = field.kind === 'to'
  return (
    <TextInput
      type="datetime-local"
      label={(isEnd ? text.until : text.from)(zoneName(zone, Date.now()))}
      value={toField(value === '' ? undefined : value, zone)}
      onChange={({ currentTarget }) => onChange(name, fromField(currentTarget.value, zone, isEnd))}
    />
  )
}
