import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FIRM_DELIVERIES_KEY,
  firmEndpointsQuery,
  removeFirmEndpoint,
  testFirmEndpoint,
  type AddedEndpoint,
  type FirmEndpoint,
} from '../../api/firm/firm-desk.js'
import { Page } from '../../app/page.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm-webhooks.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { notify } from '../../ui/notify.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ADD_DRAFT, AddDialog } from './add-dialog.js'
import { FirmDeliveries } from './firm-deliveries.js'
import { EndpointSecret } from './endpoint-secret.js'

/** The receivers of the firm, and what was sent to them. */
export default function FirmWebhooks() {
  const query = useQuery(firmEndpointsQuery)
  const adding = useDialog<true>(hasDraft(ADD_DRAFT) ? true : undefined)
  const testing = useDialog<FirmEndpoint>()
  const removing = useDialog<FirmEndpoint>()
  const [added, setAdded] = useState<AddedEndpoint | null>(null)
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      [firmEndpointsQuery.queryKey, FIRM_DELIVERIES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={<Button onClick={() => adding.open(true)}>{text.add}</Button>}
    >
      <Stack gap="lg">
        <Titled title={text.endpoints}>
          <ReadingView
            reading={readingOf(query)}
            skeleton={<RowsSkeleton rows={2} />}
            onRetry={() => void query.refetch()}
          >
            {(list) => (
              <DataTable
                label={text.endpoints}
                columns={endpointColumns({ onTest: testing.open, onRemove: removing.open })}
                rows={list}
                rowKey={({ id }) => id}
                empty={<Empty title={text.none} hint={text.noneHint} />}
              />
            )}
          </ReadingView>
        </Titled>
        {/* What is below another waits until that has its size. */}
        {!query.isPending && <FirmDeliveries endpoints={query.data ?? []} />}
      </Stack>
      <AddDialog
        isOpen={adding.isOpen}
        onClose={adding.close}
        onAdded={async (fresh) => {
          setAdded(fresh)
          await refresh()
        }}
      />
      {added !== null && <EndpointSecret endpoint={added} onClose={() => setAdded(null)} />}
      {testing.subject !== null && (
        <ConfirmDialog
          key={`test ${testing.subject.id}`}
          isOpen={testing.isOpen}
          onClose={testing.close}
          title={text.testOf(testing.subject.url)}
          confirm={text.test}
          onConfirm={async () => {
            await testFirmEndpoint(testing.subject?.id ?? '')
            await Promise.all([refresh(), notify(text.tested)])
          }}
        >
          <Text size="sm">{text.testText}</Text>
        </ConfirmDialog>
      )}
      {removing.subject !== null && (
        <ConfirmDialog
          key={`remove ${removing.subject.id}`}
          isOpen={removing.isOpen}
          isDangerous
          onClose={removing.close}
          title={text.removeTitle}
          confirm={text.remove}
          onConfirm={async () => {
            await removeFirmEndpoint(removing.subject?.id ?? '')
            await Promise.all([refresh(), notify(text.removed)])
          }}
        >
          <Text size="sm">{text.removeText(removing.subject.url)}</Text>
        </ConfirmDialog>
      )}
    </Page>
  )
}

interface Actions {
  readonly onTest: (endpoint: FirmEndpoint) => void
  readonly onRemove: (endpoint: FirmEndpoint) => void
}

const endpointColumns = ({ onTest, onRemove }: Actions): readonly Column<FirmEndpoint>[] => [
  { ...{ name: 'url', header: text.url, text: ({ url }) => url }, cell: ({ url }) => <b>{url}</b> },
  {
    ...{ name: 'description', header: text.description, text: ({ description }) => description },
    cell: ({ description }) => description ?? '–',
  },
  {
    ...{ name: 'created_by', header: text.createdBy, text: (row) => row.created_by },
    cell: (row) => row.created_by,
  },
  {
    ...{ name: 'created_at', header: text.createdAt, text: (row) => row.created_at },
    cell: (row) => <TimeText at={row.created_at} />,
  },
  {
    ...{ name: 'actions', header: text.actions, isSticky: true, inFile: false, text: () => null },
    cell: (row) => (
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={() => onTest(row)} aria-label={text.testOf(row.url)}>
          {text.test}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onRemove(row)} aria-label={text.removeOf(row.url)}>
          {text.remove}
        </Button>
      </Group>
    ),
  },
]
