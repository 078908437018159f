import { Button, Group, Text, TextInput } from '@mantine/core'
import { text } from '../../text/en/firm/plan-examples.js'
import { decimalError } from '../../ui/forms/decimal-input.js'
import { Panel } from '../../ui/panel.js'
import { SCENARIO_FIELDS, scenarioOf } from './example-text.js'
import type { JsonNode } from './json/parse-json.js'
import { readTerms } from './plan-terms.js'
import type { Scenario } from './worked-examples.js'
import styles from './plan-editor.module.css'

interface ScenarioFormProps {
  readonly root: JsonNode
  /** The figures that the user has changed. */
  readonly typed: Partial<Scenario>
  readonly onChange: (part: Partial<Scenario>) => void
  readonly onReset: () => void
}

/** The day that the rules are tried on. */
export default function ScenarioForm({ root, typed, onChange, onReset }: ScenarioFormProps) {
  const scenario = scenarioOf(readTerms(root).initial, typed)
  const isUsual = Object.keys(typed).length === 0
  return (
    <Panel title={text.tryOn}>
      <Text size="sm" c="dimmed" mb="sm">
        {text.tryOnHint}
      </Text>
      <div className={styles.fields}>
        {SCENARIO_FIELDS.map((name) => (
          <TextInput
            key={name}
            label={`${text.scenario[name]}, USD`}
            inputMode="decimal"
            value={scenario[name]}
            error={decimalError(scenario[name])}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      {!isUsual && (
        <Group mt="sm">
          <Button size="compact-sm" variant="default" onClick={onReset}>
            {text.scenarioReset}
          </Button>
        </Group>
      )}
    </Panel>
  )
}
