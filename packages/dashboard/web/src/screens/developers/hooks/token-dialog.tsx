import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hook } from '@ats/sdk/types'
import { useSession } from '../../../app/session-context.js'
import { deliveriesOf, tryAlert } from '../../../api/hooks.js'
import { token as words } from '../../../text/en/hooks.js'
import { CodeBlock } from '../../../ui/code-block.js'
import { CopyButton } from '../../../ui/copy-button.js'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.js'
import { Refusal } from '../../../ui/forms/confirm-dialog.js'
import { formatDateTime } from '../../../ui/time/time.js'
import { useZone } from '../../../ui/time/zone.js'
import { MESSAGE, testSymbolOf } from './hook-form.js'

/** A token as the wallet has just made it: it tells it once. */
export interface IssuedHook {
  readonly title: string
  readonly hook: Hook
  readonly token: string
  /** When the one before it ends, where there was one. */
  readonly previousExpiresAt?: string | null
}

interface TokenDialogProps {
  readonly issued: IssuedHook
  readonly onClose: () => void
}

/** Shows an address once, and what to paste. Only its button closes it, and a reload is asked about. */
export function TokenDialog({ issued, onClose }: TokenDialogProps) {
  const { engine_url: engineUrl } = useSession()
  const { title, hook, token } = issued
  return (
    <ShownOnceDialog
      title={title}
      size="xl"
      once={
        <>
          {words.once} <Previous until={issued.previousExpiresAt} />
        </>
      }
      done={words.done}
      onClose={onClose}
    >
      <Shown name={words.address} value={`${engineUrl}/v1/hooks/${token}`} />
      <Shown name={words.message} value={MESSAGE} hint={words.messageHint} />
      <TryAlert hook={hook} token={token} />
    </ShownOnceDialog>
  )
}

function Previous({ until }: { readonly until: string | null | undefined }) {
  const zone = useZone()
  if (until === undefined) return null
  return until === null ? words.previousNone : words.previousUntil(formatDateTime(until, zone))
}

interface ShownProps {
  readonly name: string
  readonly value: string
  readonly hint?: string
}

const Shown = ({ name, value, hint }: ShownProps) => (
  <div>
    <Group justify="space-between" gap="xs" mb={4}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <CopyButton label={name} value={value} />
    </Group>
    <CodeBlock label={name} code={value} />
    {hint !== undefined && (
      <Text size="sm" c="dimmed" mt={4}>
        {hint}
      </Text>
    )}
  </div>
)

/** Says what an alert would do, while its token is known. */
function TryAlert({ hook, token }: Pick<IssuedHook, 'hook' | 'token'>) {
  const queries = useQueryClient()
  const symbol = testSymbolOf(hook)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => tryAlert(token, { symbol, position: hook.maxQuantity }),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesOf(hook.id) }),
  })
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" onClick={() => mutate()} loading={isPending}>
          {words.test}
        </Button>
        <Text size="sm" c="dimmed" flex={1} miw={200}>
          {words.testHint(hook.maxQuantity, symbol)}
        </Text>
      </Group>
      {data !== undefined && (
        <Text size="sm" role="status">
          {words.tested[data.outcome]} {data.violations.join(', ')}
        </Text>
      )}
      {error !== null && <Refusal error={error} />}
    </Stack>
  )
}
