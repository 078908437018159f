import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountLabels } from '../../../account/account-labels.js'
import { accountsQuery } from '../../../api/accounts.js'
import { programsQuery } from '../../../api/challenges.js'
import { plansQuery } from '../../../api/plans.js'
import { text } from '../../../text/en/lab/odds.js'
import { Segments } from '../../../ui/forms/segments.js'
import type { OddsForm } from './odds-form.js'

interface OddsFieldsProps {
  readonly form: OddsForm
  readonly onChange: (part: Partial<OddsForm>) => void
}

/** A trader in figures, or an account that has traded. */
export const TraderFields = (props: OddsFieldsProps) => (
  <Stack gap="sm">
    <Segments
      label={text.trader}
      options={text.traders}
      value={props.form.trader}
      onChange={(trader) => props.onChange({ trader })}
    />
    {props.form.trader === 'account' ? <AccountField {...props} /> : <ModelFields {...props} />}
  </Stack>
)

function AccountField({ form, onChange }: OddsFieldsProps) {
  const labels = accountLabels(useQuery(accountsQuery).data ?? [])
  if (labels.length === 0) return <Text size="sm">{text.noAccount}</Text>
  return (
    <NativeSelect
      label={text.account}
      data={[{ value: '', label: '–' }, ...labels.map(({ id, label }) => ({ value: id, label }))]}
      value={form.account}
      onChange={({ currentTarget }) => onChange({ account: currentTarget.value })}
      required
    />
  )
}

const ModelFields = ({ form, onChange }: OddsFieldsProps) => (
  <>
    <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <Figure label={text.winRate} value={form.winRate} onChange={(winRate) => onChange({ winRate })} />
      <Figure label={text.perDay} value={form.perDay} onChange={(perDay) => onChange({ perDay })} />
    </Group>
    <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <Figure label={text.win} value={form.win} onChange={(win) => onChange({ win })} />
      <Figure label={text.loss} value={form.loss} onChange={(loss) => onChange({ loss })} />
      <Figure
        label={text.balance}
        hint={text.balanceHint}
        value={form.balance}
        onChange={(balance) => onChange({ balance })}
      />
    </Group>
  </>
)

export function RulesFields({ form, onChange }: OddsFieldsProps) {
  const plans = useQuery(plansQuery).data ?? []
  const programs = useQuery(programsQuery).data ?? []
  const isPlan = form.rules === 'plan'
  const list: readonly { readonly id: string; readonly name: string }[] = isPlan ? plans : programs
  return (
    <>
      <Segments label={text.rules} options={text.kinds} value={form.rules} onChange={(rules) => onChange({ rules })} />
      <NativeSelect
        label={isPlan ? text.plan : text.program}
        description={!isPlan && programs.length === 0 ? text.noPrograms : undefined}
        data={[{ value: '', label: '–' }, ...list.map(({ id, name }) => ({ value: id, label: name }))]}
        value={isPlan ? form.plan : form.program}
        onChange={({ currentTarget: { value } }) => onChange(isPlan ? { plan: value } : { program: value })}
        required
      />
    </>
  )
}

export const TermsFields = ({ form, onChange }: OddsFieldsProps) => (
  <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
    <Figure label={text.days} value={form.days} onChange={(days) => onChange({ days })} />
    <Figure label={text.attempts} value={form.attempts} onChange={(attempts) => onChange({ attempts })} />
    <Figure label={text.fee} value={form.fee} onChange={(fee) => onChange({ fee })} />
  </Group>
)

interface FigureProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const Figure = ({ label, hint, value, onChange }: FigureProps) => (
  <TextInput
    label={label}
    description={hint}
    inputMode="decimal"
    autoComplete="off"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
    required
  />
)
