import { Checkbox, NativeSelect, TextInput, type InputWrapperProps } from '@mantine/core'
import { optionName, text, wordsOf } from '../../text/en/firm/plan-editor.js'
import type { JsonNode } from './json/parse-json.js'
import { chooseValue, chosenOf, fieldText, typeField } from './plan-draft.js'
import type { PlanField } from './sections/section.js'
import styles from './plan-editor.module.css'

export interface FieldInputProps {
  readonly field: PlanField
  readonly root: JsonNode
  readonly isDisabled: boolean
  /** The reasons why the engine refused it. */
  readonly problem: string | null
  /** Changes the document; null of what the JSON does not allow. */
  readonly onEdit: (edit: (document: string) => string | null) => void
}

/** Fields beside each other are level, however long their descriptions are. */
const ORDER: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

export const fieldId = (name: string): string => `field-${name.replaceAll('.', '-')}`

/** A field of a plan with its unit, what is allowed and what it means. */
export function FieldInput({ field, root, isDisabled, problem, onEdit }: FieldInputProps) {
  const { label, unit, range, meaning } = wordsOf(field.name)
  if (field.kind === 'set') return <SetInput {...{ field, root, isDisabled, problem, onEdit }} />
  const shown = fieldText(root, field)
  const shared = {
    id: fieldId(field.name),
    label: unit === undefined ? label : `${label}, ${unit}`,
    description: shown === null ? text.onlyInJson : `${range} · ${meaning}`,
    error: problem,
    inputWrapperOrder: ORDER,
    disabled: isDisabled || shown === null,
    value: shown ?? '',
  }
  const type = (typed: string): void => onEdit((document) => typeField(document, field, typed))
  if (field.kind === 'choice' || field.kind === 'flag')
    return (
      <NativeSelect
        {...shared}
        data={optionsFor(field, shared.value)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...shared}
      inputMode={field.kind === 'decimal' ? 'decimal' : field.kind === 'whole' ? 'numeric' : 'text'}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

/** The known options, and before them what the document says if it is none of them. */
function optionsFor({ name, kind, options = [], mayBeEmpty }: PlanField, value: string) {
  const known = (kind === 'flag' ? ['true', 'false'] : options).map((option) => ({
    value: option,
    label: optionName(name, option),
  }))
  const isKnown = known.some((option) => option.value === value)
  if (isKnown) return mayBeEmpty === undefined ? known : [{ value: '', label: text.choose }, ...known]
  return [{ value, label: value === '' ? text.choose : value }, ...known]
}

/** Some of a few values. */
function SetInput({ field, root, isDisabled, problem, onEdit }: FieldInputProps) {
  const { label, range, meaning } = wordsOf(field.name)
  const chosen = chosenOf(root, field)
  const id = fieldId(field.name)
  return (
    <fieldset className={styles.set} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <div id={`${id}-hint`}>
        <div className={styles.hint}>{chosen === null ? text.onlyInJson : `${range} · ${meaning}`}</div>
        {problem !== null && <div className={styles.wrong}>{problem}</div>}
      </div>
      <div className={styles.choices}>
        {(field.options ?? []).map((option, place) => (
          <Checkbox
            key={option}
            id={place === 0 ? id : undefined}
            label={optionName(field.name, option)}
            checked={chosen?.includes(option) ?? false}
            disabled={isDisabled || chosen === null}
            onChange={({ currentTarget: { checked } }) =>
              onEdit((document) => chooseValue(document, field, option, checked))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
