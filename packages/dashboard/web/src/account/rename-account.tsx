import { Button, TextInput } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renameAccount } from '../api/account-changes.js'
import { accountsQuery } from '../api/accounts.js'
import { text } from '../text/en/account.js'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.js'
import { useDialog } from '../ui/forms/dialog-state.js'
import { notify } from '../ui/notify.js'
import { useRefreshAccount } from './account-queries.js'

/** The button that gives an account another name. */
export function RenameAccount({ account }: { readonly account: Account }) {
  const queries = useQueryClient()
  const refresh = useRefreshAccount()
  const dialog = useDialog<'rename'>()
  const [name, setName] = useState('')
  const rename = async (): Promise<void> => {
    const renamed = await renameAccount(account.id, name.trim())
    void queries.invalidateQueries({ queryKey: accountsQuery.queryKey })
    await Promise.all([refresh(), notify(text.renamed(renamed.name))])
  }
  const open = (): void => {
    setName(account.name)
    dialog.open('rename')
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {text.rename}
      </Button>
      <ConfirmDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        title={text.renameTitle}
        confirm={text.renameConfirm}
        isDisabled={name.trim() === ''}
        onConfirm={rename}
      >
        <TextInput
          label={text.accountName}
          maxLength={128}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
