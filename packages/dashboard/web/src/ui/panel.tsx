import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  readonly title?: string
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a screen on a surface of its own. */
export const Panel = ({ title, actions, children }: PanelProps) => (
  <section className={styles.panel} aria-label={title}>
    {title !== undefined && (
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2}>{title}</Title>
        {actions}
      </Group>
    )}
    {children}
  </section>
)

/** A part of a panel, such as a table. */
export const PanelPart = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title}>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    {children}
  </section>
)
