import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { planVersionsQuery, type PlanOutcome } from '../../api/firm/firm-plans.js'
import { plansQuery } from '../../api/plans.js'
import { text } from '../../text/en/firm/plan-editor.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { useSessionDraft } from '../../ui/forms/session-draft.js'
import { useLeaveGuard } from '../../ui/forms/use-leave-guard.js'
import { CheckPanel, usePlanCheck } from './check-panel.js'
import { fieldId } from './field-input.js'
import { JsonPane } from './json-pane.js'
import { nearestNode, parseJson, type JsonNode } from './json/parse-json.js'
import { planDifferences } from './plan-differences.js'
import { PlanForm } from './plan-form.js'
import type { PlanIssue } from './plan-issues.js'
import { ScenarioSkeleton } from './scenario-skeleton.js'
import type { Scenario } from './worked-examples.js'
import styles from './plan-editor.module.css'

interface Draft {
  readonly document: string
  /** The version in force when it was begun. */
  readonly from: number | null
}

export interface EditorProps {
  /** Under which the draft is kept. */
  readonly name: string
  /** The document that editing begins with. */
  readonly begin: string
  /** The version in force and its document; null for a new plan. */
  readonly inForce: { readonly id: string; readonly version: number; readonly document: string } | null
}

/** Comes after the form, with what works examples out. */
const ScenarioForm = lazy(() => import('./scenario-form.js'))

const EMPTY: JsonNode = { kind: 'object', start: 0, end: 0, members: [] }

/** Form and JSON of one document, which is the draft: whatever is typed on either side is in it immediately. */
export function Editor({ name, begin, inForce }: EditorProps) {
  const { draft, keep, drop } = useSessionDraft<Draft>(name)
  const [isRestored, setRestored] = useState(draft !== null)
  const document = draft?.document ?? begin
  const from = draft?.from ?? inForce?.version ?? null
  const isDirty = draft !== null
  const change = (next: string): void => {
    if (next === begin) drop()
    else keep({ document: next, from })
  }
  const parsed = useMemo(() => parseJson(document), [document])
  const isReadable = parsed.root?.kind === 'object'
  const root = useLastReadable(parsed.root, begin)
  const check = usePlanCheck(document)
  const guard = useLeaveGuard(isDirty)
  const { area, show } = useJsonArea()
  const [typed, setTyped] = useState<Partial<Scenario>>({})
  const leaveFor = useSaved(guard.allow, drop)

  const goTo = ({ field, path }: PlanIssue): void => {
    const input = field === null ? null : window.document.getElementById(fieldId(field))
    if (input !== null) return input.focus()
    if (parsed.root === undefined) return
    const { start, end } = nearestNode(parsed.root, path)
    show(start, end)
  }

  return (
    <>
      {isRestored && isDirty && <RestoredDraft onDiscard={drop} onKnown={() => setRestored(false)} />}
      {inForce !== null && from !== null && from < inForce.version && (
        <Alert color="yellow" variant="light" role="status">
          {text.moved(inForce.version)}
        </Alert>
      )}
      <CheckPanel
        {...{ check, document, isReadable }}
        differences={inForce === null || !isReadable ? null : planDifferences(inForce.document, document)}
        inForce={inForce?.version ?? null}
        expectedId={inForce?.id ?? null}
        onGoTo={goTo}
        onSaved={leaveFor}
      />
      <Suspense fallback={<ScenarioSkeleton />}>
        <ScenarioForm
          {...{ root, typed }}
          onChange={(part) => setTyped({ ...typed, ...part })}
          onReset={() => setTyped({})}
        />
      </Suspense>
      <div className={styles.columns}>
        <Stack gap="xs">
          {!isReadable && (
            <Text size="sm" c="var(--warn)" role="status">
              {text.formWaits}
            </Text>
          )}
          <PlanForm
            {...{ document, root }}
            isWaiting={!isReadable}
            issues={check.issues}
            typed={typed}
            onEdit={(edit) => {
              const next = edit(document)
              if (next !== null) change(next)
            }}
          />
        </Stack>
        <JsonPane {...{ document, parsed, area }} onChange={change} onShow={show} />
      </div>
      <ConfirmDialog
        isOpen={guard.isAsking}
        onClose={guard.stay}
        title={text.leaveTitle}
        confirm={text.leave}
        dismiss={text.stay}
        onConfirm={() => Promise.resolve(guard.leave())}
      >
        <Text size="sm">{text.leaveText}</Text>
      </ConfirmDialog>
    </>
  )
}

/** The document as it was when it could last be read: the form shows it while the JSON is being typed. */
function useLastReadable(root: JsonNode | undefined, begin: string): JsonNode {
  const [last, setLast] = useState<JsonNode | undefined>(() => root ?? parseJson(begin).root)
  if (root?.kind === 'object' && root !== last) setLast(root)
  return root?.kind === 'object' ? root : (last ?? EMPTY)
}

/** The text field of the JSON, and the way to a place in it. */
function useJsonArea() {
  const area = useRef<HTMLTextAreaElement>(null)
  const show = (start: number, end: number): void => {
    const field = area.current
    if (field === null) return
    field.focus()
    field.setSelectionRange(start, end)
    const lines = field.value.split('\n').length
    const line = field.value.slice(0, start).split('\n').length
    field.scrollTop = Math.max(0, (field.scrollHeight * (line - 4)) / lines)
  }
  return { area, show }
}

/** Ends the draft when it was saved, and shows the page of the plan with its new version. */
function useSaved(allow: () => void, drop: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async ({ id, version, outcome }: PlanOutcome): Promise<void> => {
    allow()
    await Promise.all([
      queries.invalidateQueries({ queryKey: planVersionsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: plansQuery.queryKey }),
      notify(outcome === 'unchanged' ? text.savedUnchanged(id, version) : text.saved(id, version)),
    ])
    drop()
    await navigate(`/firm/plans/${encodeURIComponent(id)}`)
  }
}

function RestoredDraft({ onDiscard, onKnown }: { readonly onDiscard: () => void; readonly onKnown: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Alert color="blue" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text.draft}</Text>
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {text.discard}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={text.discardTitle}
        confirm={text.discard}
        isDangerous
        onConfirm={() => {
          onKnown()
          onDiscard()
          return Promise.resolve()
        }}
      >
        <Text size="sm">{text.discardText}</Text>
      </ConfirmDialog>
    </Alert>
  )
}
