import { Fieldset, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '../../text/en/playground.js'
import { Segments } from '../../ui/forms/segments.js'
import type { Field, Operation } from './operations.js'
import { bodyOf, choicesOf, isJson, keyOf, kindOf, valuesOfBody, type Values } from './request-form.js'

interface FieldsFormProps {
  readonly operation: Operation
  readonly values: Values
  readonly onChange: (part: Values) => void
  readonly typedBody: string | null
  readonly onTypeBody: (body: string | null) => void
  /** Somebody has tried to send it: what is missing is marked. */
  readonly isChecked: boolean
}

/** The parameters of an operation, by where they go in the request. */
export function FieldsForm(props: FieldsFormProps) {
  const { operation, values, onChange, isChecked } = props
  const { fields, hasBody } = operation
  if (fields.length === 0 && !hasBody)
    return (
      <Text size="sm" c="dimmed">
        {text.noFields}
      </Text>
    )
  return (
    <>
      {(['path', 'query'] as const).map((place) => {
        const members = fields.filter((field) => field.place === place)
        if (members.length === 0) return null
        return (
          <Fieldset key={place} legend={text.fields[place]} variant="unstyled">
            <Fields fields={members} values={values} onChange={onChange} isChecked={isChecked} />
          </Fieldset>
        )
      })}
      {hasBody && <Body {...props} />}
    </>
  )
}

function Body({ operation, values, onChange, typedBody, onTypeBody, isChecked }: FieldsFormProps) {
  const [isObject, setObject] = useState(true)
  const change = (mode: 'fields' | 'json'): void => {
    setObject(true)
    if (mode === 'json') return onTypeBody(bodyOf(operation, values))
    const read = valuesOfBody(operation, typedBody ?? '')
    if (read === null) return setObject(false)
    const empty = operation.fields.filter(({ place }) => place === 'body').map((field) => [keyOf(field), ''])
    onChange({ ...(Object.fromEntries(empty) as Values), ...read })
    onTypeBody(null)
  }
  const isBad = typedBody !== null && isChecked && !isJson(typedBody)
  return (
    <Fieldset legend={text.fields.body} variant="unstyled">
      <Stack gap="sm">
        <Segments
          label={text.bodyAs}
          options={text.bodyModes}
          value={typedBody === null ? 'fields' : 'json'}
          onChange={change}
        />
        {typedBody === null ? (
          <Fields
            fields={operation.fields.filter(({ place }) => place === 'body')}
            values={values}
            onChange={onChange}
            isChecked={isChecked}
          />
        ) : (
          <Textarea
            label={text.bodyJson}
            value={typedBody}
            onChange={({ currentTarget }) => onTypeBody(currentTarget.value)}
            rows={Math.min(20, Math.max(6, typedBody.split('\n').length + 1))}
            spellCheck={false}
            ff="monospace"
            error={isBad ? text.badJson : isObject ? undefined : text.notAnObject}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

type FieldsProps = Pick<FieldsFormProps, 'values' | 'onChange' | 'isChecked'> & { readonly fields: readonly Field[] }

/** Inputs for fields, the required ones first. */
function Fields({ fields, values, onChange, isChecked }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      {fields
        .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
        .map((field) => {
          const value = values[keyOf(field)] ?? ''
          return (
            <FieldInput
              key={keyOf(field)}
              field={field}
              value={value}
              onChange={(next) => onChange({ [keyOf(field)]: next })}
              isMissing={isChecked && field.isRequired && value.trim() === ''}
            />
          )
        })}
    </SimpleGrid>
  )
}

interface FieldInputProps {
  readonly field: Field
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isMissing: boolean
}

function FieldInput({ field, value, onChange, isMissing }: FieldInputProps) {
  const { name, isRequired, description, schema } = field
  const kind = kindOf(schema)
  const common = {
    label: name,
    description: description.replaceAll('`', ''),
    value,
    required: isRequired,
    error: isMissing ? text.required : undefined,
  }
  if (kind === 'choice')
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: text.notSet }, ...choicesOf(schema)]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (kind === 'json')
    return (
      <Textarea
        {...common}
        rows={Math.min(14, Math.max(2, value.split('\n').length))}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        placeholder={schema.type === 'array' ? '[…]' : '{…}'}
      />
    )
  return (
    <TextInput
      {...common}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      placeholder={schema.default === undefined ? undefined : JSON.stringify(schema.default).replaceAll('"', '')}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
