import { Button, Group, Title } from '@mantine/core'

interface CardHeadingProps<Action extends string> {
  /** Names the section of the card. */
  readonly id: string
  readonly label: string
  /** The name of each, and what it does to the one of this label, for who cannot see the card around it. */
  readonly actions: readonly (readonly [action: Action, name: string, describe: (label: string) => string])[]
  readonly onAsk: (action: Action) => void
}

const ENDING: ReadonlySet<string> = new Set(['revoke', 'delete'])

/** The label of a key, a hook or a rule, and what can be done to it. */
export function CardHeading<Action extends string>({ id, label, actions, onAsk }: CardHeadingProps<Action>) {
  return (
    <Group justify="space-between" gap="xs" mb="sm">
      <Title order={2} size="h3" id={id}>
        {label}
      </Title>
      <Group gap={6}>
        {actions.map(([action, name, describe]) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            c={ENDING.has(action) ? 'var(--down)' : undefined}
            onClick={() => onAsk(action)}
            aria-label={describe(label)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Group>
  )
}
