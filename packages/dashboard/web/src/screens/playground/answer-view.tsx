import { Button, Group, Stack, Text } from '@mantine/core'
import { text } from '../../text/en/playground.js'
import { CodeBlock } from '../../ui/code-block.js'
import { CopyButton } from '../../ui/copy-button.js'
import { download } from '../../ui/tables/download.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { ToneBadge } from '../../ui/tone-badge.js'
import { prettyJson } from './pretty-json.js'
import type { Answer } from './send-operation.js'

/** Characters that a page shows without becoming slow. */
const SHOWN_MAX = 100_000

export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { status, ms, headers, body } = answer
  const isCut = body.length > SHOWN_MAX
  const shown = isCut ? body.slice(0, SHOWN_MAX) : prettyJson(body)
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <span role="status">
            <ToneBadge tone={status < 300 ? 'good' : status < 500 ? 'warning' : 'bad'}>
              {text.answered(status, ms)}
            </ToneBadge>
          </span>
          <Text span size="sm" c="dimmed">
            {text.size(new Blob([body]).size)}
          </Text>
        </Group>
        {body !== '' && <CopyButton key={body} label={text.body} value={shown} />}
      </Group>
      <Facts>
        {headers.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {body === '' ? (
        <Text size="sm" c="dimmed">
          {text.noBody}
        </Text>
      ) : (
        <CodeBlock label={text.body} code={shown} isLong />
      )}
      {isCut && (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {text.cut(SHOWN_MAX)}
          </Text>
          <Button size="xs" variant="default" onClick={() => download('response.json', 'application/json', body)}>
            {text.save}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
