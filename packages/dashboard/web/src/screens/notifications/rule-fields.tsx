import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { ListedAccount } from '../../api/accounts.js'
import { rules as words } from '../../text/en/notifications.js'
import { CHANNELS, SEVERITIES, timeZones, TOPICS, type RuleForm, type TermsForm } from './rule-form.js'

interface TargetFieldsProps {
  readonly form: RuleForm
  readonly onChange: (part: Partial<RuleForm>) => void
}

const TYPES = { EMAIL: 'email', TELEGRAM: 'text', DISCORD: 'url', SLACK: 'url', WEBHOOK: 'url' } as const

export const TargetFields = ({ form, onChange }: TargetFieldsProps) => (
  <>
    <NativeSelect
      label={words.channel}
      data={CHANNELS.map((channel) => ({ value: channel, label: words.channels[channel] }))}
      value={form.channel}
      onChange={({ currentTarget }) =>
        onChange({ channel: CHANNELS.find((channel) => channel === currentTarget.value) ?? form.channel })
      }
      data-autofocus
    />
    <TextInput
      type={TYPES[form.channel]}
      label={words.targets[form.channel]}
      description={words.targetHints[form.channel]}
      value={form.target}
      onChange={({ currentTarget }) => onChange({ target: currentTarget.value })}
      maxLength={2_048}
      spellCheck={false}
      required
    />
  </>
)

interface TermsFieldsProps {
  readonly form: TermsForm
  readonly accounts: readonly ListedAccount[]
  readonly onChange: (part: Partial<TermsForm>) => void
}

export const TermsFields = (props: TermsFieldsProps) => (
  <>
    <TopicFields {...props} />
    <AccountFields {...props} />
    <QuietFields {...props} />
  </>
)

const TopicFields = ({ form, onChange }: TermsFieldsProps) => (
  <>
    <Checkbox.Group
      label={words.topics}
      value={[...form.topics]}
      onChange={(chosen) => onChange({ topics: TOPICS.filter((topic) => chosen.includes(topic)) })}
    >
      <Stack gap="sm" mt={4}>
        {TOPICS.map((topic) => (
          <Checkbox key={topic} value={topic} label={words.topicNames[topic]} description={words.topicHints[topic]} />
        ))}
      </Stack>
    </Checkbox.Group>
    <NativeSelect
      label={words.severity}
      data={SEVERITIES.map((severity) => ({ value: severity, label: words.severities[severity] }))}
      value={form.severity}
      onChange={({ currentTarget }) =>
        onChange({ severity: SEVERITIES.find((severity) => severity === currentTarget.value) ?? form.severity })
      }
    />
  </>
)

function AccountFields({ form, accounts, onChange }: TermsFieldsProps) {
  const own = accounts.map(({ id, name }) => ({ id, name }))
  // A rule may name accounts that are listed no more.
  const others = form.accounts
    .filter((id) => own.every((one) => one.id !== id))
    .map((id) => ({ id, name: words.other }))
  return (
    <>
      <NativeSelect
        label={words.whichAccounts}
        data={[
          { value: 'all', label: words.allAccounts },
          { value: 'some', label: words.someAccounts },
        ]}
        value={form.isForAll ? 'all' : 'some'}
        onChange={({ currentTarget }) => onChange({ isForAll: currentTarget.value === 'all' })}
      />
      {!form.isForAll && (
        <Checkbox.Group
          label={words.account}
          value={[...form.accounts]}
          onChange={(chosen) => onChange({ accounts: chosen })}
        >
          <Stack gap="sm" mt={4}>
            {[...own, ...others].map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} description={`…${id.slice(-8)}`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

const QuietFields = ({ form, onChange }: TermsFieldsProps) => (
  <>
    <Checkbox
      label={words.quiet}
      description={words.quietHint}
      checked={form.isQuiet}
      onChange={({ currentTarget }) => onChange({ isQuiet: currentTarget.checked })}
    />
    {form.isQuiet && (
      <>
        <Group grow gap="sm">
          <TextInput
            type="time"
            label={words.from}
            value={form.quietFrom}
            onChange={({ currentTarget }) => onChange({ quietFrom: currentTarget.value })}
            required
          />
          <TextInput
            type="time"
            label={words.to}
            value={form.quietTo}
            onChange={({ currentTarget }) => onChange({ quietTo: currentTarget.value })}
            required
          />
        </Group>
        <NativeSelect
          label={words.zone}
          data={[...timeZones(form.timeZone)]}
          value={form.timeZone}
          onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
        />
      </>
    )}
  </>
)
