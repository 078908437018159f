import { Button, Center, Code, Stack, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { text } from '../text/en/app.js'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows a mistake of the program in place of what it broke; a change of the key (the path) tries again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const error: Error | null = this.state.error
    if (error === null) return this.props.children
    return (
      <Center mih={320} p="md">
        <Stack align="flex-start" maw={520} role="alert">
          <Title order={1}>{text.broken}</Title>
          <Text>{text.brokenHint}</Text>
          <Code block>{String(error)}</Code>
          <Button onClick={() => window.location.reload()}>{text.reload}</Button>
        </Stack>
      </Center>
    )
  }
}
