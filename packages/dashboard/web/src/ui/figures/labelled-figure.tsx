import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface LabelledFigureProps {
  readonly label: string
  readonly isLarge?: boolean
  readonly children: ReactNode
}

/** A figure under its name. */
export const LabelledFigure = ({ label, isLarge = false, children }: LabelledFigureProps) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text component="div" fw={600} size={isLarge ? 'xl' : 'sm'}>
      {children}
    </Text>
  </div>
)
