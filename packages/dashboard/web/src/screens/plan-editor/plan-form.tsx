import { Checkbox, Text } from '@mantine/core'
import { useRef } from 'react'
import { text } from '../../text/en/firm/plan-editor.js'
import { Panel } from '../../ui/panel.js'
import { FieldInput, type FieldInputProps } from './field-input.js'
import { nodeAt, type JsonNode } from './json/parse-json.js'
import { isFieldShown, isSectionOn, switchSection } from './plan-draft.js'
import { pathOf, PLAN_SECTIONS, type PlanSection } from './plan-fields.js'
import type { PlanIssue } from './plan-issues.js'
import styles from './plan-editor.module.css'

interface PlanFormProps {
  /** The document, and as it was when it could last be read. */
  readonly document: string
  readonly root: JsonNode
  readonly isWaiting: boolean
  readonly issues: readonly PlanIssue[]
  readonly onEdit: FieldInputProps['onEdit']
  readonly exampleOf: (section: PlanSection['name']) => readonly string[] | null
}

/** The fields of a plan by its rules, each rule with an example of what it does. */
export const PlanForm = ({ exampleOf, ...shared }: PlanFormProps) => (
  <div className={styles.sections}>
    {PLAN_SECTIONS.map((section) => (
      <SectionPanel key={section.name} section={section} example={exampleOf(section.name)} {...shared} />
    ))}
  </div>
)

interface SectionPanelProps extends Omit<PlanFormProps, 'exampleOf'> {
  readonly section: PlanSection
  readonly example: readonly string[] | null
}

function SectionPanel({ section, example, document, root, isWaiting, issues, onEdit }: SectionPanelProps) {
  const { name, fields, optional } = section
  const isOn = isSectionOn(root, section)
  const lastRule = useRef<string | null>(null)
  const turn = (next: boolean): void => {
    const node = optional === undefined ? undefined : nodeAt(root, pathOf(optional.path))
    if (!next && node !== undefined) lastRule.current = document.slice(node.start, node.end)
    onEdit((current) => switchSection(current, section, next, lastRule.current))
  }
  return (
    <div className={styles.section} data-waits={isWaiting}>
      <Panel title={text.sections[name]}>
        {text.sectionHints[name] !== '' && (
          <Text size="sm" c="dimmed" mb="sm">
            {text.sectionHints[name]}
          </Text>
        )}
        {optional !== undefined && (
          <Checkbox
            mb={isOn ? 'md' : 0}
            label={text.optional[name as keyof typeof text.optional]}
            checked={isOn}
            disabled={isWaiting}
            onChange={({ currentTarget: { checked } }) => turn(checked)}
          />
        )}
        {isOn && (
          <div className={styles.fields}>
            {fields
              .filter((field) => isFieldShown(root, field))
              .map((field) => (
                <FieldInput
                  key={field.name}
                  {...{ field, root, onEdit }}
                  isDisabled={isWaiting}
                  problem={problemOf(issues, field.name)}
                />
              ))}
          </div>
        )}
        <Example sentences={example} />
      </Panel>
    </div>
  )
}

const problemOf = (issues: readonly PlanIssue[], name: string): string | null =>
  issues
    .filter(({ field }) => field === name)
    .map(({ message }) => message)
    .join('; ') || null

const Example = ({ sentences }: { readonly sentences: readonly string[] | null }) =>
  sentences?.length === 0 ? null : (
    <div className={styles.example}>
      <h3>{text.example}</h3>
      {(sentences ?? [text.waits]).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
