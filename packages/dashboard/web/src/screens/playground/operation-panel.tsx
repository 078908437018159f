import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { text } from '../../text/en/playground.js'
import { CodeBlock } from '../../ui/code-block.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { Panel } from '../../ui/panel.js'
import { Problem } from '../../ui/states.js'
import { AnswerView } from './answer-view.js'
import { CodeView } from './code-view.js'
import { FieldsForm } from './fields-form.js'
import { effectOf, type Operation } from './operations.js'
import { bodyOf, exampleValues, isJson, missingFields, targetOf, type Values } from './request-form.js'
import { sendOperation } from './send-operation.js'

interface OperationPanelProps {
  readonly operation: Operation
  /** For the example. */
  readonly accountId: string | null
}

/** An operation: its form, the request as code, and the response. */
export function OperationPanel({ operation, accountId }: OperationPanelProps) {
  const [values, setValues] = useState<Values>(() => exampleValues(operation, { accountId }))
  /** The body as it is typed; null while the fields make it. */
  const [typedBody, setTypedBody] = useState<string | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const send = useMutation({ mutationFn: sendOperation })
  const body = operation.hasBody ? (typedBody ?? bodyOf(operation, values)) : null
  const effect = effectOf(operation)
  const missing = missingFields(operation, values, typedBody !== null)
  const isComplete = missing.length === 0 && (body === null || isJson(body))
  const go = (): void => send.mutate({ operation, target: targetOf(operation, values), body })
  const submit = (): void => {
    setChecked(true)
    if (!isComplete) return
    if (effect === 'none') go()
    else setAsking(true)
  }
  return (
    <Stack gap="md">
      <Panel title={operation.summary}>
        <Stack gap="sm">
          <Code>
            {operation.method} {operation.path}
          </Code>
          {operation.description.split('\n\n').map((paragraph) => (
            <Text key={paragraph} size="sm" c="dimmed">
              {paragraph.replaceAll('`', '')}
            </Text>
          ))}
          <form
            noValidate
            aria-label={operation.summary}
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <Stack gap="md">
              <FieldsForm
                operation={operation}
                values={values}
                onChange={(part) => setValues((before) => ({ ...before, ...part }))}
                typedBody={typedBody}
                onTypeBody={setTypedBody}
                isChecked={isChecked}
              />
              {operation.answersSecret ? (
                <Alert color="yellow" variant="light" c="var(--mantine-color-text)">
                  <Stack gap="xs">
                    <Text size="sm">{text.secret}</Text>
                    <Group gap="xs">
                      <Button component={Link} to="/developers" size="xs" variant="default">
                        {text.toKeys}
                      </Button>
                      <Button component={Link} to="/developers/webhooks" size="xs" variant="default">
                        {text.toWebhooks}
                      </Button>
                    </Group>
                  </Stack>
                </Alert>
              ) : (
                <Group gap="sm">
                  <Button type="submit" loading={send.isPending}>
                    {text.send}
                  </Button>
                  <Text size="sm" c="dimmed">
                    {text.effects[effect]}
                  </Text>
                </Group>
              )}
            </Stack>
          </form>
        </Stack>
      </Panel>
      {(send.error !== null || send.data !== undefined) && (
        <Panel title={text.answer}>
          {send.error !== null ? <Problem problem={send.error} /> : send.data && <AnswerView answer={send.data} />}
        </Panel>
      )}
      <CodeView operation={operation} values={values} typedBody={typedBody} />
      {effect !== 'none' && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={text.ask[effect]}
          confirm={text.send}
          onConfirm={() => Promise.resolve(go())}
        >
          <Stack gap="sm">
            <Text size="sm">{text.askHint[effect]}</Text>
            <CodeBlock
              label={text.request}
              code={`${operation.method} ${targetOf(operation, values)}${body === null ? '' : `\n\n${body}`}`}
            />
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
