import { Text } from '@mantine/core'

interface KeptNoteProps {
  /** The same of `useFormDraft`. */
  readonly isKept: boolean
  readonly text: string
}

/** Says that a form is as it was before its user had to log in again. */
export function KeptNote({ isKept, text }: KeptNoteProps) {
  return (
    isKept && (
      <Text size="sm" role="status">
        {text}
      </Text>
    )
  )
}
