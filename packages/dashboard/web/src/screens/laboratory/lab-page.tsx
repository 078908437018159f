import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/lab/lab.js'

interface LabPageProps {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly children: ReactNode
}

/** A page of the laboratory, with the way back to all runs. */
export const LabPage = (props: LabPageProps) => (
  <Page
    {...props}
    actions={
      <Button variant="default" component={Link} to="/laboratory">
        {text.toAll}
      </Button>
    }
  />
)
