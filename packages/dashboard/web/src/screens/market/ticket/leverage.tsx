import { Button, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountKey } from '../../../api/accounts.js'
import { leverageQuery, setLeverage } from '../../../api/orders.js'
import { text } from '../../../text/en/ticket.js'
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.js'
import { formatDecimal, UNKNOWN } from '../../../ui/figures/format.js'
import type { OrderPlace } from './ticket-form.js'

/** The leverage of the symbol on this account, and a dialog that sets it. */
export function Leverage({ place: { accountId, venue, symbol } }: { readonly place: OrderPlace }) {
  const queries = useQueryClient()
  const { data } = useQuery(leverageQuery(accountId, venue, symbol))
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const open = (): void => {
    setWanted(data?.leverage ?? '')
    setOpen(true)
  }
  const save = async (): Promise<void> => {
    await setLeverage(accountId, venue, symbol, wanted.trim())
    await queries.invalidateQueries({ queryKey: accountKey(accountId) })
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={open}
        disabled={data === undefined}
        aria-label={`${text.leverage}: ${data === undefined ? UNKNOWN : text.leverageOf(data.leverage)}`}
      >
        {data === undefined ? UNKNOWN : text.leverageOf(formatDecimal(data.leverage))}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={text.leverageTitle(symbol)}
        confirm={text.leverageConfirm}
        isDisabled={!/^\d{1,4}(?:\.\d{1,8})?$/.test(wanted.trim())}
        onConfirm={save}
      >
        <Text size="sm">{text.leverageText}</Text>
        <TextInput
          label={text.leverage}
          description={data === undefined ? undefined : text.leverageHint(formatDecimal(data.max_leverage))}
          inputMode="decimal"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
