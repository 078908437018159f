import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../../api/accounts.js'
import { useSession } from '../../../app/session-context.js'
import { snippets as words } from '../../../text/en/developers.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { snippetFor, TOOLS, type SnippetTerms, type Tool } from './snippet-for.js'

/** The first lines with each tool, ready to be copied. */
export function Snippets({ credentials, mayTrade }: Pick<SnippetTerms, 'credentials' | 'mayTrade'>) {
  const { engine_url: engineUrl } = useSession()
  const accounts = useQuery(accountsQuery).data ?? []
  const [tool, setTool] = useState<Tool>('curl')
  const accountId = (accounts.find(({ state }) => state === 'ACTIVE') ?? accounts[0])?.id ?? null
  const code = snippetFor(tool, { engineUrl, credentials, accountId, mayTrade })
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label={words.tool}
          data={TOOLS.map((value) => ({ value, label: words.tools[value] }))}
          value={tool}
          onChange={setTool}
        />
        <CopyButton key={code} label={words.code} value={code} />
      </Group>
      <CodeBlock label={words.code} code={code} />
    </Stack>
  )
}
