import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { text } from '../text/en/app.js'
import { Empty } from '../ui/states.js'
import { Page } from './page.js'

export const NotFound = () => (
  <Page title={text.noPage}>
    <Empty title={text.noPage} hint={text.noPageHint}>
      <Button component={Link} to="/" variant="default">
        {text.toStart}
      </Button>
    </Empty>
  </Page>
)
