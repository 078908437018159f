import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  FIRM_DELIVERIES_KEY,
  readFirmDeliveries,
  redeliverToFirm,
  type FirmDelivery,
  type FirmEndpoint,
} from '../../api/firm/firm-desk.js'
import { FilterBar, useFilter } from '../../firm/filter-bar.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm-webhooks.js'
import { deliveries as words } from '../../text/en/webhooks.js'
import { Empty } from '../../ui/states.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { deliveryColumns } from '../../webhooks/delivery-columns.js'
import { DeliveryDrawer } from '../../webhooks/delivery-drawer.js'

const PERIOD_MS = 3_000

/** The deliveries to the endpoints of the firm; each can be attempted again. */
export function FirmDeliveries({ endpoints }: { readonly endpoints: readonly FirmEndpoint[] }) {
  const fields = useMemo(() => fieldsWith(endpoints), [endpoints])
  const [values, setValues] = useFilter(fields)
  const [shown, setShown] = useState<FirmDelivery | null>(null)
  const queries = useQueryClient()
  const nameOf = useMemo(() => {
    const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
    return (id: string): string => urls.get(id) ?? text.removedEndpoint(id)
  }, [endpoints])
  const columns = useMemo(() => deliveryColumns(nameOf, setShown, text.endpoint), [nameOf])
  const { endpoint_id: endpointId, status } = values
  const filter = {
    ...(endpointId !== undefined && { endpoint_id: endpointId }),
    ...(status !== undefined && { status: status as FirmDelivery['status'] }),
  }
  return (
    <Titled title={text.deliveries}>
      <FilterBar fields={fields} values={values} onFilter={setValues} />
      <PagedTable
        label={text.deliveries}
        queryKey={[...FIRM_DELIVERIES_KEY, filter]}
        read={(terms) => readFirmDeliveries(filter, terms)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={text.noDeliveries} hint={text.noDeliveriesHint} />}
        refetchMs={PERIOD_MS}
      />
      {shown !== null && (
        <DeliveryDrawer
          delivery={shown}
          nameOf={nameOf}
          receiver={text.endpoint}
          accountPath={(id) => `/firm/accounts/${id}`}
          resend={redeliverToFirm}
          onClose={() => setShown(null)}
          onChanged={(changed) => {
            setShown(changed)
            void queries.invalidateQueries({ queryKey: FIRM_DELIVERIES_KEY })
          }}
        />
      )}
    </Titled>
  )
}

const fieldsWith = (endpoints: readonly FirmEndpoint[]) =>
  ({
    endpoint_id: {
      kind: 'choice',
      label: text.endpoint,
      options: Object.fromEntries(endpoints.map(({ id, url }) => [id, url])),
    },
    status: { kind: 'choice', label: text.status, options: words.statuses },
  }) as const
