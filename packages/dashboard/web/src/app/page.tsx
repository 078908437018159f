import { Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { text } from '../text/en/common.js'

interface PageProps {
  /** The heading, and the name of the tab. */
  readonly title: string
  readonly subtitle?: ReactNode
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a screen. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${text.product}`
  }, [title])
  return (
    <Stack gap="md" maw={1440} mx="auto">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1}>{title}</Title>
          {subtitle !== undefined && (
            <Text component="div" size="sm" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
