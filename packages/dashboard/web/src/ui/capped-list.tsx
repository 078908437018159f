import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from './states.js'

interface CappedListProps {
  readonly count: number
  /** The most that a user may have; undefined while that is not known. */
  readonly max: number | undefined
  /** The count in words. */
  readonly counted: string
  /** The words of the button for one more. */
  readonly create: string
  readonly words: {
    readonly none: string
    readonly noneHint: string
    readonly full: string
  }
  readonly onCreate: () => void
  readonly children: ReactNode
}

/** A list of what the user may have a few of: how many there are and a button for one more, or that there is none. */
export function CappedList({ count, max, counted, create, words, onCreate, children }: CappedListProps) {
  const isFull = max !== undefined && count >= max
  const button = (
    <Button onClick={onCreate} disabled={isFull}>
      {create}
    </Button>
  )
  if (count === 0)
    return (
      <Empty title={words.none} hint={words.noneHint}>
        {button}
      </Empty>
    )
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {counted}
          {isFull && `. ${words.full}`}
        </Text>
        {button}
      </Group>
      {children}
    </Stack>
  )
}
