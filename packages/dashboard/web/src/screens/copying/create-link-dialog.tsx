import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountsQuery, type ListedAccount } from '../../api/accounts.js'
import { COPY_LINKS, createCopyLink } from '../../api/copy-links.js'
import { links as words } from '../../text/en/copying.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { hasDraft, useFormDraft } from '../../ui/forms/form-draft.js'
import { KeptNote } from '../../ui/forms/kept-note.js'
import { LinkFields } from './link-fields.js'
import { EMPTY_LINK, isComplete, newLinkOf, withAccounts, type LinkForm } from './link-form.js'

const LINK_DRAFT = { name: 'new-copy-link', empty: () => EMPTY_LINK }

/** Whether a link was being created when its user had to log in again. */
export const hasLinkDraft = (): boolean => hasDraft(LINK_DRAFT.name)

const isLiving = ({ state }: ListedAccount): boolean => state !== 'TERMINATED' && state !== 'CLOSED'

export function CreateLinkDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const accounts = (useQuery(accountsQuery).data ?? []).filter(isLiving)
  const { form: typed, setForm, isKept } = useFormDraft<LinkForm>(LINK_DRAFT)
  const ids = accounts.map(({ id }) => id)
  const form = withAccounts(typed, ids)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.create}
      confirm={words.create}
      isDisabled={!isComplete(form)}
      onConfirm={async () => {
        await createCopyLink(newLinkOf(form))
        await queries.invalidateQueries({ queryKey: COPY_LINKS })
      }}
    >
      <KeptNote isKept={isKept} text={words.kept} />
      <LinkFields
        form={form}
        accounts={accounts}
        onChange={(part) => setForm((before) => ({ ...withAccounts(before, ids), ...part }))}
      />
    </ConfirmDialog>
  )
}
