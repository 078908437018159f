import { Badge, Button, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Plan } from '@ats/sdk/types'
import { planRules } from '../../account/plan-rules.js'
import { RulesList } from '../../account/rules-list.js'
import { grantsQuery, plansQuery } from '../../api/plans.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/open-account.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { Money } from '../../ui/figures/figure.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { OpenDialog } from './open-dialog.js'

/** The plans with their rules in words, and the way to an account. */
export default function OpenAccount() {
  const plans = useQuery(plansQuery)
  const { data: grants = [] } = useQuery(grantsQuery)
  const opening = useDialog<Plan>()
  const isGranted = ({ id }: Plan): boolean => grants.some((grant) => grant.plan_id === id && grant.account_id === null)
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <ReadingView reading={readingOf(plans)} skeleton={<PlansSkeleton />} onRetry={() => void plans.refetch()}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={text.noPlans} hint={text.noPlansHint} />
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              {list.map((plan) => (
                <PlanCard key={plan.id} plan={plan} isGranted={isGranted(plan)} onOpen={() => opening.open(plan)} />
              ))}
            </SimpleGrid>
          )
        }
      </ReadingView>
      {opening.subject !== null && (
        <OpenDialog key={opening.subject.id} plan={opening.subject} isOpen={opening.isOpen} onClose={opening.close} />
      )}
    </Page>
  )
}

interface PlanCardProps {
  readonly plan: Plan
  readonly isGranted: boolean
  readonly onOpen: () => void
}

const PlanCard = ({ plan, isGranted, onOpen }: PlanCardProps) => (
  <Panel>
    <Stack gap="md" h="100%">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>{plan.name}</Title>
          <Text size="xs" c="dimmed">
            {plan.id} · {plan.allowed_venues.join(', ')}
          </Text>
        </div>
        <Text fw={600} size="xl" component="div">
          <Money value={plan.initial_balance} currency={plan.currency} />
        </Text>
      </Group>
      <RulesList rules={planRules(plan)} />
      <Group mt="auto">
        <Button onClick={onOpen} aria-label={text.open(plan.name)}>
          {text.openShort}
        </Button>
        {isGranted && <Badge variant="default">{text.granted}</Badge>}
      </Group>
    </Stack>
  </Panel>
)

const PlansSkeleton = () => (
  <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" aria-busy>
    {['first', 'second', 'third', 'fourth'].map((place) => (
      <Skeleton key={place} height={420} />
    ))}
  </SimpleGrid>
)
