import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { certificatesQuery, issueCertificate, type Certificate } from '../../api/certificates.js'
import { text } from '../../text/en/certificates.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

interface NameDialogProps {
  readonly certificate: Certificate
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The name that everybody with the link sees; without one the certificate names nobody. */
export function NameDialog({ certificate: { certificate }, isOpen, onClose }: NameDialogProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(certificate.display_name ?? '')
  const shown = name.trim() === '' ? null : name.trim()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.nameTitle}
      confirm={text.changeName}
      isDisabled={shown === certificate.display_name}
      onConfirm={async () => {
        await issueCertificate(certificate.account_id, shown)
        await queries.invalidateQueries({ queryKey: certificatesQuery.queryKey })
        await notify(text.renamed)
      }}
    >
      <Text size="sm">{text.nameText}</Text>
      <TextInput
        label={text.displayName}
        description={text.displayNameHint}
        maxLength={64}
        value={name}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
