import { useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice among a few values, all of them in sight. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{label}</legend>
      {(Object.keys(options) as Value[]).map((option) => (
        <label key={option} className={styles.option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {options[option]}
        </label>
      ))}
    </fieldset>
  )
}
