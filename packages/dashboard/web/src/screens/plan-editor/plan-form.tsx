import { Button, Checkbox, Group, Text } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { text } from '../../text/en/firm/plan-editor.js'
import { Panel } from '../../ui/panel.js'
import { FieldInput, type FieldInputProps } from './field-input.js'
import { nodeAt, type JsonNode } from './json/parse-json.js'
import { addItem, isSectionOn, isSectionShown, removeItem, shownItems, switchSection } from './plan-draft.js'
import { pathOf, PLAN_SECTIONS } from './plan-fields.js'
import type { PlanIssue } from './plan-issues.js'
import type { PlanField, PlanSection } from './sections/section.js'
import type { Scenario } from './worked-examples.js'
import styles from './plan-editor.module.css'

/** Comes after the form, with what works examples out. */
const PlanExample = lazy(() => import('./plan-example.js'))
const WITH_EXAMPLE: readonly PlanSection['name'][] = ['day', 'drawdown', 'daily', 'exposure', 'objective', 'news']

interface PlanFormProps {
  /** The document, and as it was when it could last be read. */
  readonly document: string
  readonly root: JsonNode
  readonly isWaiting: boolean
  readonly issues: readonly PlanIssue[]
  readonly onEdit: FieldInputProps['onEdit']
  /** The figures of the day that examples are tried on, where the user has changed them. */
  readonly typed: Partial<Scenario>
}

/** The fields of a plan by its rules, each rule with an example of what it does. */
export const PlanForm = ({ typed, ...shared }: PlanFormProps) => (
  <div className={styles.sections}>
    {PLAN_SECTIONS.filter((section) => isSectionShown(shared.root, section)).map((section) => (
      <SectionPanel key={section.name} section={section} typed={typed} {...shared} />
    ))}
  </div>
)

interface SectionPanelProps extends PlanFormProps {
  readonly section: PlanSection
}

function SectionPanel({ section, typed, ...shared }: SectionPanelProps) {
  const { root } = shared
  const isOn = isSectionOn(root, section)
  return (
    <div className={styles.section} data-waits={shared.isWaiting} data-within={section.within !== undefined}>
      <Panel title={text.sections[section.name]}>
        {text.sectionHints[section.name] !== '' && (
          <Text size="sm" c="dimmed" mb="sm">
            {text.sectionHints[section.name]}
          </Text>
        )}
        <SectionSwitch {...shared} {...{ section, isOn }} />
        {isOn && section.list === undefined && <Fields fields={shownItems(root, section).flat()} {...shared} />}
        {isOn && section.list !== undefined && <Items section={section} {...shared} />}
        {WITH_EXAMPLE.includes(section.name) && (
          <Suspense fallback={null}>
            <PlanExample section={section.name} {...{ root, typed }} />
          </Suspense>
        )}
      </Panel>
    </div>
  )
}

type SharedProps = Omit<SectionPanelProps, 'typed'>

/** Puts an optional rule in, as it was before or as its template says, or leaves it out. */
function SectionSwitch({ section, isOn, document, root, isWaiting, onEdit }: SharedProps & { readonly isOn: boolean }) {
  const { name, optional } = section
  const lastRule = useRef<string | null>(null)
  if (optional === undefined) return null
  const turn = (next: boolean): void => {
    const node = nodeAt(root, pathOf(optional.path))
    if (!next && node !== undefined) lastRule.current = document.slice(node.start, node.end)
    onEdit((current) => switchSection(current, section, next, lastRule.current))
  }
  return (
    <Checkbox
      mb={isOn ? 'md' : 0}
      label={text.optional[name as keyof typeof text.optional]}
      checked={isOn}
      disabled={isWaiting}
      onChange={({ currentTarget: { checked } }) => turn(checked)}
    />
  )
}

interface FieldsProps extends Pick<SharedProps, 'root' | 'isWaiting' | 'issues' | 'onEdit'> {
  readonly fields: readonly PlanField[]
}

const Fields = ({ fields, root, isWaiting, issues, onEdit }: FieldsProps) => (
  <div className={styles.fields}>
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        {...{ field, root, onEdit }}
        isDisabled={isWaiting}
        problem={problemOf(issues, field.name)}
      />
    ))}
  </div>
)

/** The items of a list in their order, each with its fields, and the way to a further one. */
function Items({ section, ...shared }: SharedProps) {
  const { root, isWaiting, onEdit } = shared
  const items = shownItems(root, section)
  const name = section.name as keyof typeof text.items
  const isNeeded = items.length === 1 && section.optional === undefined
  return (
    <div className={styles.items}>
      {items.map((fields, place) => {
        const title = text.items[name](place + 1)
        return (
          <fieldset key={title} className={styles.item}>
            <legend>{title}</legend>
            <Fields fields={fields} {...shared} />
            <Group mt="sm">
              <Button
                size="compact-sm"
                variant="default"
                disabled={isWaiting || isNeeded}
                onClick={() => onEdit((current) => removeItem(current, section, place))}
              >
                {text.removeItem(title)}
              </Button>
            </Group>
          </fieldset>
        )
      })}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isWaiting || items.length >= (section.list?.max ?? 0)}
          onClick={() => onEdit((current) => addItem(current, section))}
        >
          {text.addItem[name]}
        </Button>
      </Group>
    </div>
  )
}

const problemOf = (issues: readonly PlanIssue[], name: string): string | null =>
  issues
    .filter(({ field }) => field === name)
    .map(({ message }) => message)
    .join('; ') || null
