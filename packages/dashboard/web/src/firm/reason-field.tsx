import { TextInput } from '@mantine/core'
import { text } from '../text/en/firm/firm-account.js'
import { REASON_MAX } from './reason.js'

interface ReasonFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Says who reads it. */
  readonly hint: string
}

/** A field for the reason of a change. */
export const ReasonField = ({ value, onChange, hint }: ReasonFieldProps) => (
  <TextInput
    label={text.reason}
    description={hint}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    maxLength={REASON_MAX}
    required
    data-autofocus
  />
)
