import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { programsQuery } from '../../../api/challenges.js'
import { tapesQuery } from '../../../api/lab.js'
import { plansQuery } from '../../../api/plans.js'
import { text } from '../../../text/en/lab/new-run.js'
import { Segments } from '../../../ui/forms/segments.js'
import { isKept, isTooLong, MODELS, PACES, pricesOf, STEPS, type RunForm } from './run-form.js'

export interface RunFieldsProps {
  readonly form: RunForm
  readonly onChange: (part: Partial<RunForm>) => void
}

/** The plan or the challenge that is played; the first of each is chosen by nobody. */
export function RulesFields({ form, onChange }: RunFieldsProps) {
  const plans = useQuery(plansQuery).data ?? []
  const programs = useQuery(programsQuery).data ?? []
  const optionsOf = (list: readonly { readonly id: string; readonly name: string }[]) => [
    { value: '', label: '–' },
    ...list.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Stack gap="sm">
      <Segments label={text.rules} options={text.kinds} value={form.rules} onChange={(rules) => onChange({ rules })} />
      {form.rules === 'plan' ? (
        <NativeSelect
          label={text.plan}
          data={optionsOf(plans)}
          value={form.plan}
          onChange={({ currentTarget }) => onChange({ plan: currentTarget.value })}
          required
        />
      ) : (
        <NativeSelect
          label={text.program}
          description={programs.length === 0 ? text.noPrograms : undefined}
          data={optionsOf(programs)}
          value={form.program}
          onChange={({ currentTarget }) => onChange({ program: currentTarget.value })}
          required
        />
      )}
      <TextInput
        label={text.name}
        description={text.nameHint}
        value={form.name}
        maxLength={64}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    </Stack>
  )
}

/** Made-up prices, or a kept tape by its name. */
export function TapeFields({ form, onChange }: RunFieldsProps) {
  const tapes = useQuery(tapesQuery).data ?? []
  const kept = tapes.find(({ name }) => form.tape === `:${name}`)
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
        <NativeSelect
          label={text.tapes}
          value={form.tape}
          onChange={({ currentTarget }) => onChange({ tape: currentTarget.value })}
        >
          {MODELS.map((model) => (
            <option key={model} value={model}>
              {text.models[model]}
            </option>
          ))}
          <optgroup label={text.library}>
            {tapes.map(({ id, name }) => (
              <option key={id} value={`:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </NativeSelect>
        <Whole label={text.seed} hint={text.seedHint} value={form.seed} onChange={(seed) => onChange({ seed })} />
      </Group>
      {kept?.about && <Text size="sm">{kept.about}</Text>}
      {!isKept(form) && <ModelFields form={form} onChange={onChange} />}
    </Stack>
  )
}

function ModelFields({ form, onChange }: RunFieldsProps) {
  const prices = pricesOf(form)
  return (
    <>
      <TextInput
        label={text.symbols}
        description={text.symbolsHint}
        value={form.symbols}
        onChange={({ currentTarget }) => onChange({ symbols: currentTarget.value })}
        spellCheck={false}
        required
      />
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          type="date"
          label={text.from}
          value={form.from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
          required
        />
        <Whole label={text.days} value={form.days} onChange={(days) => onChange({ days })} />
        <NativeSelect
          label={text.step}
          data={STEPS.map((value) => ({ value, label: text.steps[value] }))}
          value={form.step}
          onChange={({ currentTarget }) =>
            onChange({ step: STEPS.find((step) => step === currentTarget.value) ?? form.step })
          }
        />
      </Group>
      <Text size="sm" c={isTooLong(form) ? 'var(--danger)' : 'dimmed'} role="status">
        {isTooLong(form) ? text.tooMany : prices === null ? '' : text.prices(prices)}
      </Text>
    </>
  )
}

/** The choice of who moves the clock. */
export const ClockFields = ({ form, onChange }: RunFieldsProps) => (
  <NativeSelect
    aria-label={text.pace}
    data={PACES.map((value) => ({ value, label: text.paces[value] }))}
    value={form.pace}
    onChange={({ currentTarget }) =>
      onChange({ pace: PACES.find((pace) => pace === currentTarget.value) ?? form.pace })
    }
  />
)

export const LatencyFields = ({ form, onChange }: RunFieldsProps) => (
  <Stack gap="sm">
    <Text size="sm" c="dimmed">
      {text.latencyHint}
    </Text>
    <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
      <Whole label={text.ack} value={form.ackMs} onChange={(ackMs) => onChange({ ackMs })} />
      <Whole label={text.fill} value={form.fillMs} onChange={(fillMs) => onChange({ fillMs })} />
      <Whole label={text.jitter} value={form.jitterMs} onChange={(jitterMs) => onChange({ jitterMs })} />
    </Group>
  </Stack>
)

interface WholeProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A whole number, as text until it is sent. */
export const Whole = ({ label, hint, value, onChange }: WholeProps) => (
  <TextInput
    label={label}
    description={hint}
    inputMode="numeric"
    autoComplete="off"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
    required
  />
)
