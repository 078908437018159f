import { Button, Fieldset, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { text } from '../../../text/en/lab/new-run.js'
import { FAULTS, isOfSpan, lastsFor, newFault, type FaultForm } from './run-form.js'
import { Whole, type RunFieldsProps } from './run-fields.js'

const FAULTS_MAX = 50

/** The faults that a run is to meet, each with when. */
export function FaultFields({ form: { faults }, onChange }: RunFieldsProps) {
  const replace = (place: number, fault: FaultForm): void =>
    onChange({ faults: faults.map((one, index) => (index === place ? fault : one)) })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {text.faultsHint}
      </Text>
      {faults.map((fault, place) => (
        <Fieldset key={place} legend={text.faultOf(place + 1)} variant="unstyled">
          <Fields fault={fault} onChange={(next) => replace(place, next)} />
          <Button
            mt="xs"
            size="xs"
            variant="default"
            onClick={() => onChange({ faults: faults.filter((_, index) => index !== place) })}
          >
            {text.removeFault(place + 1)}
          </Button>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={faults.length >= FAULTS_MAX}
          onClick={() => onChange({ faults: [...faults, newFault()] })}
        >
          {text.addFault}
        </Button>
      </Group>
    </Stack>
  )
}

interface FieldsProps {
  readonly fault: FaultForm
  readonly onChange: (fault: FaultForm) => void
}

const Fields = ({ fault, onChange }: FieldsProps) => (
  <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
    <NativeSelect
      label={text.doesWhat}
      data={FAULTS.map((value) => ({ value, label: text.does[value] }))}
      value={fault.do}
      onChange={({ currentTarget }) =>
        onChange({ ...fault, do: FAULTS.find((name) => name === currentTarget.value) ?? fault.do })
      }
    />
    {isOfSpan(fault.do) ? (
      <Whole
        label={text.afterMinutes}
        value={fault.afterMinutes}
        onChange={(afterMinutes) => onChange({ ...fault, afterMinutes })}
      />
    ) : (
      <Whole label={text.nth} value={fault.nth} onChange={(nth) => onChange({ ...fault, nth })} />
    )}
    {lastsFor(fault.do) && (
      <Whole
        label={text.forSeconds}
        value={fault.forSeconds}
        onChange={(forSeconds) => onChange({ ...fault, forSeconds })}
      />
    )}
  </Group>
)
