import { Anchor, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Delivery } from '@ats/sdk/types'
import { Link } from 'react-router'
import { text } from '../text/en/common.js'
import { deliveries, detail as words } from '../text/en/webhooks.js'
import { CodeBlock } from '../ui/code-block.js'
import { Refusal } from '../ui/forms/confirm-dialog.js'
import { Fact, Facts } from '../ui/figures/facts.js'
import { TimeText } from '../ui/time/time-text.js'
import { DeliveryStatus, NextAttempt, outcomeOf, type Attempt } from './delivery-columns.js'
import styles from './delivery-drawer.module.css'

interface DeliveryDrawerProps {
  readonly delivery: Delivery
  readonly nameOf: (keyId: string) => string
  /** The word for a receiver: a key, or an endpoint. */
  readonly receiver: string
  /** Where its account is shown. */
  readonly accountPath: (accountId: string) => string
  readonly resend: (id: string) => Promise<Delivery>
  readonly onClose: () => void
  readonly onChanged: (delivery: Delivery) => void
}

/** A delivery with its attempts; it can be attempted again. */
export function DeliveryDrawer(props: DeliveryDrawerProps) {
  const { delivery, nameOf, receiver, accountPath, onClose, onChanged } = props
  const resend = useMutation({ mutationFn: () => props.resend(delivery.id), onSuccess: onChanged })
  const { event_id: eventId, account_id: accountId, attempts } = delivery
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={delivery.event_type}
      closeButtonProps={{ 'aria-label': text.close }}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <span role="status">
              <DeliveryStatus status={delivery.status} />
            </span>
            {delivery.next_attempt_at !== null && (
              <Text span size="sm">
                {deliveries.next} <NextAttempt at={delivery.next_attempt_at} />
              </Text>
            )}
          </Group>
          <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
            {words.resend}
          </Button>
        </Group>
        {resend.error !== null && <Refusal error={resend.error} />}
        <Facts>
          <Fact name={words.made}>
            <TimeText at={delivery.created_at} />
          </Fact>
          <Fact name={receiver}>{nameOf(delivery.key_id)}</Fact>
          <Fact name={words.account}>
            {accountId === null ? (
              words.noAccount
            ) : (
              <Anchor component={Link} to={accountPath(accountId)} size="sm">
                …{accountId.slice(-8)}
              </Anchor>
            )}
          </Fact>
          <Fact name={words.sequence}>{delivery.sequence}</Fact>
        </Facts>
        <div className={styles.long}>
          <Text size="xs" c="dimmed">
            {words.url}
          </Text>
          <Text size="sm">{delivery.url}</Text>
          <Text size="xs" c="dimmed" mt="xs">
            {words.eventId}
          </Text>
          <Code>{eventId}</Code>
        </div>
        <section aria-labelledby="attempts">
          <Title order={3} id="attempts" mb="xs">
            {words.attempts}
          </Title>
          {attempts.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          )}
          <ol className={styles.attempts}>
            {attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.number} attempt={attempt} />
            ))}
          </ol>
          {(attempts[0]?.number ?? 1) > 1 && (
            <Text size="xs" c="dimmed">
              {words.latestOnly}
            </Text>
          )}
        </section>
      </Stack>
    </Drawer>
  )
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { number, started_at: startedAt, answer, status } = attempt
  const isTaken = status !== null && status >= 200 && status < 300
  return (
    <li className={styles.attempt}>
      <Group justify="space-between" gap="xs">
        <Text span size="sm" fw={600}>
          {words.attempt(number)}
        </Text>
        <Text span size="sm" c="dimmed">
          <TimeText at={startedAt} />
        </Text>
      </Group>
      <Text size="sm" c={isTaken ? 'var(--up)' : 'var(--down)'}>
        {outcomeOf(attempt)}
        {status === null && ` (${words.took(attempt.duration_ms)})`}
      </Text>
      {answer !== null && answer !== '' && (
        <CodeBlock label={`${words.answer}, ${words.attempt(number)}`} code={answer} />
      )}
      {status !== null && !answer && (
        <Text size="xs" c="dimmed">
          {words.emptyAnswer}
        </Text>
      )}
    </li>
  )
}
