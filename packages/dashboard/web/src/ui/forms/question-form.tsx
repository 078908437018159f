import { Button, Group, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal } from './confirm-dialog.js'

interface QuestionFormProps<Question> {
  readonly ask: Pick<UseMutationResult<unknown, Error, Question>, 'mutate' | 'error' | 'isPending'>
  /** Null: something is missing yet. */
  readonly question: Question | null
  /** On the button. */
  readonly label: string
  /** While it is under way. */
  readonly asking: string
  readonly children: ReactNode
}

/** Fields of a question that takes a while to answer: what is asked, why it was refused, and that it is under way. */
export const QuestionForm = <Question,>({ ask, question, label, asking, children }: QuestionFormProps<Question>) => (
  <>
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (question !== null) ask.mutate(question)
      }}
    >
      <Stack gap="md" maw={900}>
        {children}
        {ask.error !== null && <Refusal error={ask.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={ask.isPending} disabled={question === null}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
    <div role="status">{ask.isPending && asking}</div>
  </>
)
