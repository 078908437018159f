import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { planRules } from '../../account/plan-rules.js'
import { RulesList } from '../../account/rules-list.js'
import { planVersionsQuery, type PlanVersion } from '../../api/firm/firm-plans.js'
import { Page } from '../../app/page.js'
import { planDocument, planHistory, type PlanHistory } from '../../firm/plan-versions.js'
import { text } from '../../text/en/firm/firm-plans.js'
import { CodeBlock } from '../../ui/code-block.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { Money } from '../../ui/figures/figure.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'

/** A plan: the version in force, and those that accounts still have, each in words. */
export default function FirmPlan() {
  const { id = '' } = useParams()
  const plans = useQuery({ ...planVersionsQuery, refetchInterval: 30_000 })
  const history = planHistory(plans.data ?? [], id)
  return (
    <Page
      title={history?.inForce.name ?? id}
      subtitle={id}
      actions={history === undefined ? undefined : <Actions id={id} />}
    >
      <ReadingView reading={readingOf(plans)} skeleton={<Skeleton height={420} />} onRetry={() => void plans.refetch()}>
        {() => (history === undefined ? <Empty title={text.notFound} /> : <Versions history={history} />)}
      </ReadingView>
    </Page>
  )
}

function Actions({ id }: { readonly id: string }) {
  const path = encodeURIComponent(id)
  return (
    <>
      <Button variant="default" component={Link} to="/firm/plans">
        {text.toPlans}
      </Button>
      <Button variant="default" component={Link} to={`/firm/accounts?plan=${path}`}>
        {text.findAccounts}
      </Button>
      <Button variant="default" component={Link} to={`/firm/shadows?plan=${path}`}>
        {text.shadow}
      </Button>
      <Button variant="default" component={Link} to={`/firm/new-plan?from=${path}`}>
        {text.duplicate}
      </Button>
      <Button component={Link} to={`/firm/plans/${path}/edit`}>
        {hasDraft(`plan:${id}`) ? text.goOn : text.edit}
      </Button>
    </>
  )
}

const Versions = ({ history: { versions } }: { readonly history: PlanHistory }) => (
  <Stack gap="md">
    {versions.map((version, place) => (
      <Version key={version.version} version={version} before={versions[place + 1]} isInForce={place === 0} />
    ))}
  </Stack>
)

interface VersionProps {
  readonly version: PlanVersion
  readonly before: PlanVersion | undefined
  readonly isInForce: boolean
}

function Version({ version, before, isInForce }: VersionProps) {
  const rules = planRules(version)
  const earlier = before === undefined ? [] : planRules(before)
  const changed = rules.filter(
    ({ name, sentence }) => earlier.find((rule) => rule.name === name)?.sentence !== sentence,
  )
  const json = JSON.stringify({ plans: [planDocument(version)] }, null, 2)
  const use = `${text.accounts(version.accounts)}, ${text.grants(version.unused_grants)}`
  return (
    <Panel
      title={text.version(version.version)}
      actions={isInForce ? <Badge variant="default">{text.inForce}</Badge> : undefined}
    >
      <Stack gap="md">
        <Facts>
          <Fact name={text.since}>
            <TimeText at={version.created_at} />
          </Fact>
          <Fact name={text.columns.accounts}>{use}</Fact>
          <Fact name={text.balance}>
            <Money value={version.initial_balance} currency={version.currency} />
          </Fact>
          <Fact name={text.venues}>{version.allowed_venues.join(', ')}</Fact>
          <Fact name={text.costs}>{costsOf(version)}</Fact>
        </Facts>
        {isInForce ? (
          <RulesList rules={rules} />
        ) : (
          <details>
            <summary>{text.rules}</summary>
            <RulesList rules={rules} />
          </details>
        )}
        {before !== undefined && isInForce && (
          <Text size="sm" c="dimmed">
            {text.changedFrom(before.version)}: {changed.map(({ name }) => name).join(', ') || text.unchangedRules}
          </Text>
        )}
        <details>
          <summary>{text.json}</summary>
          <Group justify="flex-end" mb={4}>
            <CopyButton label={text.json} value={json} />
          </Group>
          <CodeBlock label={text.json} code={json} />
        </details>
      </Stack>
    </Panel>
  )
}

function costsOf({ venue_costs: costs }: PlanVersion): string {
  const charged = (['borrowing', 'rollover', 'oracle_fee'] as const).filter((name) => costs[name])
  const overnight = text.overnight[costs.overnight_leverage]
  const named = [...charged.map((name) => text.costNames[name]), ...(overnight === '' ? [] : [overnight])]
  return named.join(', ') || text.noCosts
}
