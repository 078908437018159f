import { Paper } from '@mantine/core'
import type { NotificationRule } from '@ats/sdk/types'
import { labelOf } from '../../notifications/rule-label.js'
import { rules as words } from '../../text/en/notifications.js'
import { CardHeading } from '../../ui/card-heading.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ToneBadge } from '../../ui/tone-badge.js'
import { stateOf, type RuleState } from './rule-form.js'

export type RuleAction = 'prove' | 'test' | 'edit' | 'pause' | 'resume' | 'delete'

interface RuleCardProps {
  readonly rule: NotificationRule
  readonly nameOf: (accountId: string) => string
  readonly onAsk: (action: RuleAction) => void
}

const TONES = { SENDS: 'good', PAUSED: 'plain', UNPROVEN: 'warning', STOPPED: 'plain' } as const

type NamedAction = readonly [RuleAction, string, (label: string) => string]

const PROVE: NamedAction = ['prove', words.prove, words.proveFor]
const TEST: NamedAction = ['test', words.test, words.testFor]
const EDIT: NamedAction = ['edit', words.edit, words.editFor]
const PAUSE: NamedAction = ['pause', words.pause, words.pauseFor]
const RESUME: NamedAction = ['resume', words.resume, words.resumeFor]
const DELETE: NamedAction = ['delete', words.delete, words.deleteFor]

const ACTIONS: Readonly<Record<RuleState, readonly NamedAction[]>> = {
  SENDS: [TEST, EDIT, PAUSE, DELETE],
  PAUSED: [RESUME, EDIT, DELETE],
  UNPROVEN: [PROVE, EDIT, DELETE],
  STOPPED: [PROVE, EDIT, DELETE],
}

export function RuleCard({ rule, nameOf, onAsk }: RuleCardProps) {
  const { events, accounts, quietHours, minSeverity } = rule
  const state = stateOf(rule)
  const heading = `rule-${rule.id}`
  return (
    <Paper component="section" withBorder p="md" bg="var(--surface)" aria-labelledby={heading}>
      <CardHeading id={heading} label={labelOf(rule)} actions={ACTIONS[state]} onAsk={onAsk} />
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
