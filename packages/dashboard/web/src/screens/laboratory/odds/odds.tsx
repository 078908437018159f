import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askOdds, type AskedOdds } from '../../../api/lab.js'
import { text } from '../../../text/en/lab/odds.js'
import { QuestionForm } from '../../../ui/forms/question-form.js'
import { Panel } from '../../../ui/panel.js'
import { LabPage } from '../lab-page.js'
import { OddsAnswer } from './odds-answer.js'
import { emptyOdds, oddsOf, type OddsForm } from './odds-form.js'
import { RulesFields, TermsFields, TraderFields } from './odds-fields.js'

/** Asks how likely a trader is to pass a plan: of a win rate and sizes, or of the trades of an account. */
export default function OddsScreen() {
  const [form, setForm] = useState<OddsForm>(emptyOdds)
  const ask = useMutation({ mutationFn: (question: AskedOdds) => askOdds(question) })
  const asked = oddsOf(form)
  const fields = { form, onChange: (part: Partial<OddsForm>) => setForm((before) => ({ ...before, ...part })) }
  return (
    <LabPage title={text.title} subtitle={text.subtitle}>
      <Stack gap="md" maw={900}>
        <QuestionForm ask={ask} question={asked} label={text.ask} asking={text.asking}>
          <Panel title={text.trader}>
            <TraderFields {...fields} />
          </Panel>
          <Panel title={text.rules}>
            <Stack gap="sm">
              <RulesFields {...fields} />
              <TermsFields {...fields} />
            </Stack>
          </Panel>
        </QuestionForm>
        {ask.data !== undefined && <OddsAnswer odds={ask.data} />}
      </Stack>
    </LabPage>
  )
}
