import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FIRM_CERTIFICATES_KEY, revokeCertificate, type IssuedCertificate } from '../../api/firm/firm-desk.js'
import { certificateTitle } from '../../certificates/certificate-title.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text } from '../../text/en/certificates.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

interface RevokeDialogProps {
  readonly issued: IssuedCertificate
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Takes a certificate back. */
export function RevokeDialog({ issued: { certificate, user_id: user }, isOpen, onClose }: RevokeDialogProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.revokeTitle}
      confirm={text.revokeConfirm}
      isDangerous
      isDisabled={!isReason(reason)}
      onConfirm={async () => {
        await revokeCertificate(certificate.code, reason.trim())
        await Promise.all([queries.invalidateQueries({ queryKey: FIRM_CERTIFICATES_KEY }), notify(text.revokeDone)])
      }}
    >
      <Text size="sm" fw={600}>
        {certificateTitle(certificate)}, {user}
      </Text>
      <Text size="sm">{text.revokeText}</Text>
      <ReasonField value={reason} onChange={setReason} hint={text.revokeHint} />
    </ConfirmDialog>
  )
}
