import { Button, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { planVersionsQuery } from '../../api/firm/firm-plans.js'
import { askShadows, readIdsOfPlan } from '../../api/firm/firm-shadows.js'
import { Page } from '../../app/page.js'
import { planDocument, planHistories, type PlanHistory } from '../../firm/plan-versions.js'
import { SHADOWED_MAX, type ShadowQuestion } from '../../firm/shadow-question.js'
import { text } from '../../text/en/firm/firm-shadows.js'
import { Refusal } from '../../ui/forms/confirm-dialog.js'
import { QuestionForm } from '../../ui/forms/question-form.js'
import { Panel } from '../../ui/panel.js'
import { ShadowAnswer } from './shadow-answer.js'
import { idsOf, isReadable, questionOf, type ShadowForm } from './shadow-form.js'

const documentOf = ({ inForce }: PlanHistory): string => JSON.stringify(planDocument(inForce), null, 2)

/** Asks what accounts would have come to under a plan that is not sold. */
export default function FirmShadows() {
  const plans = planHistories(useQuery(planVersionsQuery).data ?? [])
  const [search] = useSearchParams()
  const [form, setForm] = useState<Omit<ShadowForm, 'plan'>>({ ids: '', from: '', to: '' })
  const [typed, setTyped] = useState<string | null>(null)
  const named = plans.find(({ id }) => id === search.get('plan'))
  const plan = typed ?? (named === undefined ? '' : documentOf(named))
  const question = questionOf({ ...form, plan })
  const ask = useMutation({ mutationFn: (asked: ShadowQuestion) => askShadows(asked) })
  const onChange = (part: Partial<ShadowForm>): void => setForm((before) => ({ ...before, ...part }))
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <Button variant="default" component={Link} to="/firm/plans">
          {text.toPlans}
        </Button>
      }
    >
      <Stack gap="md">
        <QuestionForm ask={ask} question={question} label={text.ask} asking={text.asking}>
          <Panel title={text.plan}>
            <PlanFields plans={plans} plan={plan} onChange={setTyped} />
          </Panel>
          <Panel title={text.accounts}>
            <AccountFields plans={plans} form={form} onChange={onChange} />
          </Panel>
        </QuestionForm>
        {ask.data !== undefined && <ShadowAnswer shadows={ask.data} />}
      </Stack>
    </Page>
  )
}

interface PlanFieldsProps {
  readonly plans: readonly PlanHistory[]
  readonly plan: string
  readonly onChange: (plan: string) => void
}

const PlanFields = ({ plans, plan, onChange }: PlanFieldsProps) => (
  <Stack gap="sm">
    <NativeSelect
      label={text.from}
      data={[{ value: '', label: '–' }, ...plans.map(({ id, inForce }) => ({ value: id, label: inForce.name }))]}
      defaultValue=""
      onChange={({ currentTarget }) => {
        const chosen = plans.find(({ id }) => id === currentTarget.value)
        if (chosen !== undefined) onChange(documentOf(chosen))
      }}
    />
    <Textarea
      label={text.json}
      description={text.jsonHint}
      rows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={plan}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={plan !== '' && !isReadable(plan) && text.unreadable}
      required
    />
  </Stack>
)

interface AccountFieldsProps {
  readonly plans: readonly PlanHistory[]
  readonly form: Omit<ShadowForm, 'plan'>
  readonly onChange: (part: Partial<ShadowForm>) => void
}

function AccountFields({ plans, form, onChange }: AccountFieldsProps) {
  const [of, setOf] = useState('')
  const fill = useMutation({ mutationFn: readIdsOfPlan, onSuccess: (ids) => onChange({ ids: ids.join('\n') }) })
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={text.ofPlan}
          data={[{ value: '', label: '–' }, ...plans.map(({ id, inForce }) => ({ value: id, label: inForce.name }))]}
          value={of}
          onChange={({ currentTarget }) => setOf(currentTarget.value)}
        />
        <Button variant="default" disabled={of === ''} loading={fill.isPending} onClick={() => fill.mutate(of)}>
          {text.fill}
        </Button>
      </Group>
      {fill.error !== null && <Refusal error={fill.error} />}
      <Textarea
        label={text.ids}
        description={text.idsHint(idsOf(form.ids).length, SHADOWED_MAX)}
        rows={5}
        spellCheck={false}
        value={form.ids}
        onChange={({ currentTarget }) => onChange({ ids: currentTarget.value })}
        required
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          type="date"
          label={text.since}
          description={text.sinceHint}
          value={form.from}
          onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={text.until}
          description={text.untilHint}
          value={form.to}
          onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
        />
      </SimpleGrid>
    </Stack>
  )
}
