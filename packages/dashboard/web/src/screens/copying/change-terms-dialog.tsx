import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeCopyLink, COPY_LINKS } from '../../api/copy-links.js'
import { actions, links as words } from '../../text/en/copying.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { TermsFields } from './link-fields.js'
import { areComplete, changedTermsOf, formOf } from './link-form.js'
import type { NamedLink } from './named-link.js'

interface ChangeTermsDialogProps {
  readonly named: NamedLink
  readonly onClose: () => void
}

/** The terms of a link, as the owner of the follower may change them: for what is filled from then on. */
export function ChangeTermsDialog({ named: { link, name }, onClose }: ChangeTermsDialogProps) {
  const queries = useQueryClient()
  const [form, setForm] = useState(() => formOf(link))
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={actions.nameFor(words.change, name)}
      confirm={words.save}
      isDisabled={!areComplete(form)}
      onConfirm={async () => {
        await changeCopyLink(link.id, changedTermsOf(form, link))
        await queries.invalidateQueries({ queryKey: COPY_LINKS })
        void notify(words.changed(name))
      }}
    >
      <TermsFields form={form} onChange={(part) => setForm((before) => ({ ...before, ...part }))} />
    </ConfirmDialog>
  )
}
