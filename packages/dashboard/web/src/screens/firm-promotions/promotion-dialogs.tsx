import { Text } from '@mantine/core'
import { useState } from 'react'
import { approvePromotion, rejectPromotion, type Promotion } from '../../api/firm/firm-challenges.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text } from '../../text/en/firm/firm-promotions.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'

/** A review that an operator is about to make. */
export interface Review {
  readonly verb: 'approve' | 'reject'
  readonly promotion: Promotion
}

interface PromotionDialogProps {
  readonly review: Review
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onReviewed: () => Promise<unknown>
}

export function PromotionDialog({ review: { verb, promotion }, isOpen, onClose, onReviewed }: PromotionDialogProps) {
  const [reason, setReason] = useState('')
  const isApproval = verb === 'approve'
  const { id, user_id: user } = promotion
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isApproval ? text.approveTitle(user) : text.rejectTitle(user)}
      confirm={isApproval ? text.approve : text.reject}
      isDangerous={!isApproval}
      isDisabled={!isApproval && !isReason(reason)}
      onConfirm={async () => {
        await (isApproval ? approvePromotion(id) : rejectPromotion(id, reason.trim()))
        await Promise.all([onReviewed(), notify(isApproval ? text.approved : text.rejected)])
      }}
    >
      <Text size="sm">{isApproval ? text.approveText : text.rejectText}</Text>
      {!isApproval && <ReasonField value={reason} onChange={setReason} hint={text.rejectHint} />}
    </ConfirmDialog>
  )
}
