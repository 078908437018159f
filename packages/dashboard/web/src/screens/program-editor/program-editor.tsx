import { Button, Checkbox, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { programVersionsQuery, type ProgramOutcome } from '../../api/firm/firm-programs.js'
import { Page } from '../../app/page.js'
import { newestPrograms } from '../../firm/newest-programs.js'
import { usePlanIds } from '../../firm/use-plan-ids.js'
import { text } from '../../text/en/firm/firm-programs.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useLeaveGuard } from '../../ui/forms/use-leave-guard.js'
import { notify } from '../../ui/notify.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { PhaseFields } from './phase-fields.js'
import { ProgramCheck } from './program-check.js'
import { EMPTY_PROGRAM, formOf, withPhase, writtenOf, type PhaseForm, type ProgramForm } from './program-form.js'
import styles from './program-editor.module.css'

/** Writes the next version of a program, or a new one. */
export default function ProgramEditor() {
  const { id } = useParams()
  const programs = useQuery(programVersionsQuery)
  const stored = newestPrograms(programs.data ?? []).find((program) => program.id === id)
  return (
    <Page
      title={id === undefined ? text.newTitle : text.editTitle(id)}
      subtitle={
        id === undefined ? text.newSubtitle : stored === undefined ? undefined : text.editSubtitle(stored.version)
      }
      actions={
        <Button variant="default" component={Link} to="/firm/programs">
          {text.toPrograms}
        </Button>
      }
    >
      <ReadingView
        reading={readingOf(programs)}
        skeleton={<Skeleton height={500} />}
        onRetry={() => void programs.refetch()}
      >
        {() =>
          id !== undefined && stored === undefined ? (
            <Empty title={text.notFound} />
          ) : (
            <Editor
              key={id ?? 'new'}
              begin={stored === undefined ? EMPTY_PROGRAM : formOf(stored)}
              isNew={id === undefined}
            />
          )
        }
      </ReadingView>
    </Page>
  )
}

function Editor({ begin, isNew }: { readonly begin: ProgramForm; readonly isNew: boolean }) {
  const [form, setForm] = useState(begin)
  const plans = usePlanIds()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const guard = useLeaveGuard(JSON.stringify(form) !== JSON.stringify(begin))
  const change = (changes: Partial<ProgramForm>): void => setForm((before) => ({ ...before, ...changes }))
  const changePhase = (key: string, changes: Partial<PhaseForm>): void =>
    setForm((before) => ({
      ...before,
      phases: before.phases.map((phase) => (phase.key === key ? { ...phase, ...changes } : phase)),
    }))
  const remove = (key: string): void =>
    setForm((before) => ({ ...before, phases: before.phases.filter((phase) => phase.key !== key) }))
  const saved = async ({ id, version }: ProgramOutcome): Promise<void> => {
    guard.allow()
    await queries.invalidateQueries({ queryKey: programVersionsQuery.queryKey })
    await notify(text.saved(id, version))
    await navigate('/firm/programs')
  }
  const program = writtenOf(form)
  return (
    <div className={styles.columns}>
      <div className={styles.parts}>
        <Panel title={text.head}>
          <div className={styles.fields}>
            <TextInput
              label={text.name}
              value={form.name}
              maxLength={128}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <TextInput
              label={text.id}
              description={isNew ? text.idHint : undefined}
              value={form.id}
              maxLength={64}
              spellCheck={false}
              disabled={!isNew}
              onChange={({ currentTarget }) => change({ id: currentTarget.value })}
            />
            <TextInput
              label={text.sourceUrl}
              description={text.sourceUrlHint}
              value={form.sourceUrl}
              maxLength={500}
              spellCheck={false}
              onChange={({ currentTarget }) => change({ sourceUrl: currentTarget.value })}
            />
          </div>
          <Checkbox
            mt="md"
            label={text.reset}
            checked={form.isResetAllowed}
            onChange={({ currentTarget }) => change({ isResetAllowed: currentTarget.checked })}
          />
        </Panel>
        {form.phases.map((phase, index) => {
          const isLast = index === form.phases.length - 1
          return (
            <PhaseFields
              key={phase.key}
              {...{ phase, plans, isLast }}
              number={index + 1}
              onChange={(changes) => changePhase(phase.key, changes)}
              onRemove={isLast ? undefined : () => remove(phase.key)}
            />
          )
        })}
        <Group>
          <Button variant="default" onClick={() => setForm((before) => withPhase(before, crypto.randomUUID()))}>
            {text.addPhase}
          </Button>
        </Group>
      </div>
      <ProgramCheck key={JSON.stringify(program)} program={program} onSaved={saved} />
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
    </div>
  )
}
