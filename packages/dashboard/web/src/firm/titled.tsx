import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface TitledProps {
  readonly title: string
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A list under its name, which the list itself tells screen readers. */
export const Titled = ({ title, actions, children }: TitledProps) => (
  <Stack gap="xs">
    <Group justify="space-between" gap="sm">
      <Title order={2}>{title}</Title>
      {actions}
    </Group>
    {children}
  </Stack>
)
