import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.js'
import { previewPlan, savePlan, type PlanOutcome } from '../../api/firm/firm-plans.js'
import { text, wordsOf } from '../../text/en/firm/plan-editor.js'
import { text as planText } from '../../text/en/firm/firm-plans.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { Panel } from '../../ui/panel.js'
import { Problem } from '../../ui/states.js'
import { fieldId } from './field-input.js'
import { issuesLeft, planIssue, type PlanIssue } from './plan-issues.js'
import { ChangesTable, type ShownChange } from './changes-table.js'
import type { PlanDifference } from './plan-differences.js'
import styles from './plan-editor.module.css'

/** The answer of the engine to a document. */
interface Checked {
  readonly document: string
  readonly issues: readonly PlanIssue[]
  readonly outcome: PlanOutcome | null
}

export interface PlanCheck {
  readonly isPending: boolean
  readonly error: Error | null
  readonly run: () => void
  readonly outcome: PlanOutcome | null
  /** The document has changed since. */
  readonly isOld: boolean
  readonly issues: readonly PlanIssue[]
}

/** Asks the engine what it would make of the document. */
export function usePlanCheck(document: string): PlanCheck {
  const [checked, setChecked] = useState<Checked | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sent: string) => setChecked(await check(sent)),
    onMutate: () => setChecked(null),
  })
  return {
    ...{ isPending, error },
    run: () => mutate(document),
    outcome: checked?.outcome ?? null,
    isOld: checked !== null && checked.document !== document,
    issues: checked === null ? [] : issuesLeft(checked.issues, checked.document, document),
  }
}

async function check(document: string): Promise<Checked> {
  try {
    return { document, issues: [], outcome: await previewPlan(document) }
  } catch (error) {
    const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
    if (issues.length === 0) throw error
    return { document, issues: issues.map(planIssue), outcome: null }
  }
}

interface CheckPanelProps {
  readonly check: PlanCheck
  readonly document: string
  readonly isReadable: boolean
  /** The fields that differ from the version in force, where there is one. */
  readonly differences: readonly PlanDifference[] | null
  readonly inForce: number | null
  /** The plan that is edited; null where it is thought to be new. */
  readonly expectedId: string | null
  readonly onGoTo: (issue: PlanIssue) => void
  readonly onSaved: (outcome: PlanOutcome) => Promise<void>
}

/** The fields that differ, the answer of the engine, and then the way to save them. */
export function CheckPanel(props: CheckPanelProps) {
  const { check: planCheck, isReadable, differences, inForce, onGoTo } = props
  const { isPending, error, run, outcome, isOld, issues } = planCheck
  return (
    <Panel
      title={inForce === null ? text.newTitle : text.changes(inForce)}
      actions={
        <Button
          variant={outcome === null || isOld ? 'filled' : 'default'}
          loading={isPending}
          disabled={!isReadable}
          onClick={run}
        >
          {text.check}
        </Button>
      }
    >
      <Stack gap="sm">
        {differences?.length === 0 && <Text size="sm">{text.noChanges}</Text>}
        {differences !== null && differences.length > 0 && inForce !== null && (
          <ChangesTable label={text.changes(inForce)} changes={differences} />
        )}
        {issues.length > 0 && <Issues issues={issues} onGoTo={onGoTo} />}
        {error !== null && <Problem problem={error} />}
        {outcome === null && issues.length === 0 && error === null && (
          <Text size="sm" c="dimmed">
            {text.checkHint}
          </Text>
        )}
        {outcome !== null && isOld && <Text size="sm">{text.checkAgain}</Text>}
        {outcome !== null && !isOld && <Outcome {...props} outcome={outcome} />}
      </Stack>
    </Panel>
  )
}

interface IssuesProps {
  readonly issues: readonly PlanIssue[]
  readonly onGoTo: (issue: PlanIssue) => void
}

/** Every problem, each with the way to its field, or to its place in the JSON. */
const Issues = ({ issues, onGoTo }: IssuesProps) => (
  <Alert color="red" variant="light" role="alert" title={text.issues(issues.length)}>
    <ul className={styles.list}>
      {issues.map((issue) => (
        <li key={`${issue.name} ${issue.message}`}>
          <a
            href={`#${fieldId(issue.field ?? 'json')}`}
            onClick={(event) => {
              event.preventDefault()
              onGoTo(issue)
            }}
          >
            {wordsOf(issue.field ?? issue.name).label || text.json}
          </a>{' '}
          {issue.message}
        </li>
      ))}
    </ul>
  </Alert>
)

/** Says what saving would change, and for whom; and saves it. */
function Outcome({ outcome, document, expectedId, onSaved }: CheckPanelProps & { readonly outcome: PlanOutcome }) {
  const [isAsking, setAsking] = useState(false)
  const { id, version, outcome: kind, changes = [] } = outcome
  if (kind === 'unchanged') return <Text size="sm">{text.unchanged(version)}</Text>
  const consequences = <Consequences outcome={outcome} isExpected={id === expectedId} />
  return (
    <>
      <Alert color="green" variant="light" role="status">
        <Text size="sm" fw={600} mb={4}>
          {text.fine}
        </Text>
        {consequences}
      </Alert>
      <Group>
        <Button onClick={() => setAsking(true)}>{text.save(version)}</Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={text.saveTitle(id, version)}
        confirm={text.save(version)}
        onConfirm={async () => onSaved(await savePlan(document))}
      >
        {consequences}
        {changes.length > 0 && <ChangesTable label={text.saveTitle(id, version)} changes={changes.map(shownChange)} />}
        <Text size="sm">{text.saveText}</Text>
      </ConfirmDialog>
    </>
  )
}

/** The versions that stay, and the one that comes. */
const Consequences = ({ outcome, isExpected }: { readonly outcome: PlanOutcome; readonly isExpected: boolean }) => (
  <Stack gap={4}>
    {!isExpected && outcome.outcome === 'changed' && (
      <Text size="sm" fw={600}>
        {text.overwrites(outcome.id, outcome.version)}
      </Text>
    )}
    <Text size="sm">{outcome.outcome === 'created' ? text.wouldCreate : text.wouldChange(outcome.version)}</Text>
    {(outcome.versions ?? []).map(({ version, accounts, unused_grants: grants }) => (
      <Text key={version} size="sm">
        {text.keep(planText.accounts(accounts), planText.grants(grants), version)}
      </Text>
    ))}
    {outcome.outcome === 'changed' && outcome.versions?.length === 0 && <Text size="sm">{text.keepNone}</Text>}
  </Stack>
)

const shownChange = ({ path, before, after }: NonNullable<PlanOutcome['changes']>[number]): ShownChange => ({
  name: path.join('.'),
  before: shownValue(before),
  after: shownValue(after),
})

function shownValue(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
