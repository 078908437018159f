import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../app/session-context.js'
import { text } from '../../text/en/playground.js'
import { CodeBlock } from '../../ui/code-block.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Panel } from '../../ui/panel.js'
import { codeFor, TOOLS, type CodeTerms, type Tool } from './code-for.js'
import { bodyOf, withPlaceholders } from './request-form.js'

interface CodeViewProps extends Pick<CodeTerms, 'operation' | 'values'> {
  /** Null while the fields make it. */
  readonly typedBody: string | null
}

/** The request of the form, for a bot or a shell. */
export function CodeView({ operation, values: typed, typedBody }: CodeViewProps) {
  const { engine_url: engine, wallet_url: wallet } = useSession()
  const [tool, setTool] = useState<Tool>('curl')
  const values = withPlaceholders(operation, typed)
  const body = operation.hasBody ? (typedBody ?? bodyOf(operation, values)) : null
  const code = codeFor(tool, { operation, values, body, urls: { engine, wallet } })
  return (
    <Panel title={text.code}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            aria-label={text.code}
            data={TOOLS.map((value) => ({ value, label: text.tools[value] }))}
            value={tool}
            onChange={setTool}
          />
          {code !== null && <CopyButton key={code} label={text.codeLabel} value={code} />}
        </Group>
        {code === null ? (
          <Text size="sm" c="dimmed">
            {text.noCode[tool]}
          </Text>
        ) : (
          <CodeBlock label={text.codeLabel} code={code} />
        )}
        <Text size="xs" c="dimmed">
          {operation.service === 'engine' ? text.environment : text.environmentWallet}
        </Text>
      </Stack>
    </Panel>
  )
}
