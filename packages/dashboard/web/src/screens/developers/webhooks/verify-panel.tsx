import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { verify as words } from '../../../text/en/webhooks.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { Panel } from '../../../ui/panel.js'
import { LANGUAGES, VERIFY_SAMPLES, type Language } from './verify-sample.js'

/** Receivers to begin with. */
export function VerifyPanel() {
  const [language, setLanguage] = useState<Language>('sdk')
  const code = VERIFY_SAMPLES[language]
  return (
    <Panel title={words.title}>
      <Stack gap="xs">
        <Text size="sm">
          {words.hint} {words.secret}
        </Text>
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            aria-label={words.tool}
            data={LANGUAGES.map((value) => ({ value, label: words.tools[value] }))}
            value={language}
            onChange={setLanguage}
          />
          <CopyButton key={language} label={words.code} value={code} />
        </Group>
        <CodeBlock label={words.code} code={code} />
      </Stack>
    </Panel>
  )
}
