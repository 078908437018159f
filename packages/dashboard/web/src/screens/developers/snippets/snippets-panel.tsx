import { Anchor, Stack, Text } from '@mantine/core'
import { useSession } from '../../../app/session-context.js'
import { snippets as words } from '../../../text/en/developers.js'
import { Snippets } from './snippets.js'

export function SnippetsPanel() {
  const { engine_url: engineUrl, wallet_url: walletUrl } = useSession()
  return (
    <Stack gap="sm" maw={900}>
      <Text size="sm">{words.environment}</Text>
      <Snippets credentials={null} mayTrade />
      <Text size="sm">
        {words.documents} <Anchor href={`${engineUrl}/docs`}>{words.engineDocs}</Anchor> {words.or}{' '}
        <Anchor href={`${walletUrl}/docs`}>{words.walletDocs}</Anchor>.
      </Text>
    </Stack>
  )
}
