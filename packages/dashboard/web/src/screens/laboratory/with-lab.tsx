import { Box, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/api-error.js'
import { useSession } from '../../app/session-context.js'
import { Page } from '../../app/page.js'
import { text as common } from '../../text/en/common.js'
import { text } from '../../text/en/lab/lab.js'
import { CodeBlock } from '../../ui/code-block.js'
import type { Reading } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'

interface WithLabProps {
  /** The title of the page, where there is none around it. */
  readonly fallbackTitle?: string
  readonly children: ReactNode
}

/** Shows its children where there is a laboratory; else how to start one. */
export function WithLab({ fallbackTitle, children }: WithLabProps) {
  const { lab_url: url } = useSession()
  if (url !== null) return children
  return fallbackTitle === undefined ? (
    <NoLab />
  ) : (
    <Page title={fallbackTitle}>
      <NoLab />
    </Page>
  )
}

const NoLab = () => (
  <Empty title={text.off} hint={text.offHint}>
    <StartCode label={text.off} />
    <Text size="sm" c="dimmed" maw={460}>
      {text.offSettings}
    </Text>
  </Empty>
)

/** No wider than what is around it. */
const StartCode = ({ label }: { readonly label: string }) => (
  <Box maw="100%" ta="left">
    <CodeBlock label={label} code={text.offCode} />
  </Box>
)

interface LabReadingProps<T> {
  readonly reading: Reading<T>
  readonly skeleton: ReactNode
  readonly onRetry: () => void
  readonly children: (value: T) => ReactNode
}

/** True of a laboratory that was stopped: the gateway has nobody to ask. */
const isDown = (problem: Error | null): boolean => problem instanceof ApiError && problem.status >= 500

/** Shows what was read of the laboratory; where that does not respond, how to start it again. */
export function LabReading<T>(props: LabReadingProps<T>) {
  const { value, problem } = props.reading
  if (value !== undefined || !isDown(problem)) return <ReadingView {...props} />
  return (
    <Empty title={text.down} hint={text.downHint}>
      <StartCode label={text.down} />
      <Button variant="default" onClick={props.onRetry}>
        {common.tryAgain}
      </Button>
    </Empty>
  )
}
