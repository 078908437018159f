import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { text } from '../../text/en/firm/firm-programs.js'
import { Panel } from '../../ui/panel.js'
import type { PhaseForm } from './program-form.js'
import styles from './program-editor.module.css'

interface PhaseFieldsProps {
  readonly phase: PhaseForm
  readonly number: number
  readonly isLast: boolean
  readonly plans: readonly string[]
  readonly onChange: (changes: Partial<PhaseForm>) => void
  /** Absent: it cannot be removed. */
  readonly onRemove: (() => void) | undefined
}

const PROMOTIONS = (['AUTO', 'REVIEW'] as const).map((value) => ({ value, label: text.promotions[value] }))

/** The fields of a phase. */
export const PhaseFields = ({ phase, number, isLast, plans, onChange, onRemove }: PhaseFieldsProps) => (
  <Panel
    title={text.phaseTitle(number)}
    actions={
      onRemove !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${text.remove} ${text.phaseTitle(number)}`}
          onClick={onRemove}
        >
          {text.remove}
        </Button>
      )
    }
  >
    <div className={styles.fields}>
      <TextInput
        label={text.label}
        value={phase.label}
        maxLength={128}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <TextInput
        label={text.phaseId}
        value={phase.id}
        maxLength={64}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
      />
      <NativeSelect
        label={text.plan}
        data={['', ...plans]}
        value={phase.planId}
        onChange={({ currentTarget }) => onChange({ planId: currentTarget.value })}
      />
      {!isLast && (
        <NativeSelect
          label={text.promotion}
          data={PROMOTIONS}
          value={phase.promotion}
          onChange={({ currentTarget: { value } }) => onChange({ promotion: value === 'REVIEW' ? 'REVIEW' : 'AUTO' })}
        />
      )}
    </div>
    <Group mt="sm">
      <Checkbox
        label={text.requiresKyc}
        checked={phase.requiresKyc}
        onChange={({ currentTarget }) => onChange({ requiresKyc: currentTarget.checked })}
      />
      <Checkbox
        label={text.requiresContract}
        checked={phase.requiresContract}
        onChange={({ currentTarget }) => onChange({ requiresContract: currentTarget.checked })}
      />
    </Group>
    {isLast && (
      <Text size="sm" c="dimmed" mt="xs">
        {text.funded}
      </Text>
    )}
  </Panel>
)
