import { Paper } from '@mantine/core'
import type { NotificationRule } from '@ats/sdk/types'
import { rules as words } from '../../text/en/notifications.js'
import { CardHeading } from '../../ui/card-heading.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ToneBadge } from '../../ui/tone-badge.js'
import { stateOf } from './rule-form.js'
import { labelOf } from './rule-label.js'

export type RuleAction = 'prove' | 'test' | 'edit' | 'delete'

interface RuleCardProps {
  readonly rule: NotificationRule
  readonly nameOf: (accountId: string) => string
  readonly onAsk: (action: RuleAction) => void
}

const TONES = { SENDS: 'good', UNPROVEN: 'warning', STOPPED: 'plain' } as const
const PROVE = ['prove', words.prove, words.proveFor] as const
const TEST = ['test', words.test, words.testFor] as const
const ALWAYS = [
  ['edit', words.edit, words.editFor],
  ['delete', words.delete, words.deleteFor],
] as const

export function RuleCard({ rule, nameOf, onAsk }: RuleCardProps) {
  const { events, accounts, quietHours, minSeverity } = rule
  const state = stateOf(rule)
  const heading = `rule-${rule.id}`
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-labelledby={heading}>
      <CardHeading
        id={heading}
        label={labelOf(rule)}
        actions={[state === 'SENDS' ? TEST : PROVE, ...ALWAYS]}
        onAsk={onAsk}
      />
      <Facts>
        <Fact name={words.state}>
          <ToneBadge tone={TONES[state]}>{words.states[state]}</ToneBadge>
        </Fact>
        <Fact name={words.topics}>{events.map((topic) => words.topicNames[topic]).join(', ')}</Fact>
        <Fact name={words.severity}>{words.severities[minSeverity]}</Fact>
        <Fact name={words.whichAccounts}>
          {accounts.length === 0 ? words.allAccounts : accounts.map(nameOf).join(', ')}
        </Fact>
        <Fact name={words.quiet}>
          {quietHours === null ? words.noQuiet : words.between(quietHours.from, quietHours.to, quietHours.timeZone)}
        </Fact>
        <Fact name={words.created}>
          <TimeText at={rule.createdAt} />
        </Fact>
      </Facts>
    </Paper>
  )
}
