import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { planVersionsQuery, type PlanVersion } from '../../api/firm/firm-plans.js'
import { Page } from '../../app/page.js'
import { planDocument, planHistory } from '../../firm/plan-versions.js'
import { text } from '../../text/en/firm/plan-editor.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { Editor, type EditorProps } from './editor.js'
import { EMPTY_PLAN } from './plan-fields.js'

/** Writes the next version of a plan, or a new plan: from nothing, or from the plan that `from` names. */
export default function PlanEditor() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const from = params.get('from')
  const plans = useQuery(planVersionsQuery)
  const title = id !== undefined ? text.editTitle(id) : from !== null ? text.copyTitle(from) : text.newTitle
  const version = id === undefined ? undefined : planHistory(plans.data ?? [], id)?.inForce.version
  const back = `/firm/plans${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
  return (
    <Page
      title={title}
      subtitle={id === undefined ? text.newSubtitle : version === undefined ? undefined : text.editSubtitle(version)}
      actions={
        <Button variant="default" component={Link} to={back}>
          {text.toPlan}
        </Button>
      }
    >
      <ReadingView reading={readingOf(plans)} skeleton={<Skeleton height={600} />} onRetry={() => void plans.refetch()}>
        {(list) => {
          const editor = editorFor(list, id ?? null, from)
          return editor === null ? <Empty title={text.notFound} /> : <Editor key={editor.name} {...editor} />
        }}
      </ReadingView>
    </Page>
  )
}

const write = (document: object): string => JSON.stringify(document, null, 2)

function editorFor(list: readonly PlanVersion[], id: string | null, from: string | null): EditorProps | null {
  if (id !== null) {
    const history = planHistory(list, id)
    if (history === undefined) return null
    const document = write(planDocument(history.inForce))
    return { name: `plan:${id}`, begin: document, inForce: { id, version: history.inForce.version, document } }
  }
  if (from === null) return { name: 'new-plan', begin: write(EMPTY_PLAN), inForce: null }
  const source = planHistory(list, from)
  if (source === undefined) return null
  const copy = planDocument(source.inForce)
  const begin = write({ ...copy, id: `${copy.id}-copy`, name: `${copy.name} (copy)` })
  return { name: `new-plan:${from}`, begin, inForce: null }
}
