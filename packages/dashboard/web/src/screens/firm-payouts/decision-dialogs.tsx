import { subtract } from '@ats/sdk/numbers/decimal'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isShare, traderAmount } from '../../account/payouts/payout-amounts.js'
import { anyAccount } from '../../api/account-reads.js'
import type { OperatedPayout } from '../../api/firm/firm-lists.js'
import { formDrafts } from '../../api/form-drafts.js'
import { approvePayout, proposePayout, rejectPayout, type Rejection } from '../../api/firm/operator-changes.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text as accountWords } from '../../text/en/firm/firm-account.js'
import { text } from '../../text/en/firm/payouts.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { useFormDraft } from '../../ui/forms/form-draft.js'
import { formatMoney } from '../../ui/figures/format.js'
import { notify } from '../../ui/notify.js'

/** A decision that an operator is about to make. */
export interface Decision {
  readonly verb: 'propose' | 'approve' | 'reject'
  readonly payout: OperatedPayout
}

interface DecisionDraft {
  readonly decision: Decision
  /** The share of the trader, or the reason of a rejection. */
  readonly typed: string
}

const DRAFT = 'payout-decision'

/** The decision that was being made when its operator had to log in again. */
export const keptDecision = (): Decision | undefined => (formDrafts.read(DRAFT) as DecisionDraft | null)?.decision

function useTyped(decision: Decision, empty: string, isOpen: boolean) {
  const { form, setForm } = useFormDraft<DecisionDraft>({
    ...{ name: DRAFT, isOpen },
    empty: () => ({ decision, typed: empty }),
  })
  return [form.typed, (typed: string): void => setForm((before) => ({ ...before, typed }))] as const
}

interface DialogProps {
  readonly payout: OperatedPayout
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDecided: () => Promise<unknown>
}

interface DecisionDialogsProps extends Omit<DialogProps, 'payout'> {
  readonly decision: Decision
}

export function DecisionDialogs({ decision: { verb, payout }, ...props }: DecisionDialogsProps) {
  if (verb === 'propose') return <ProposeDialog payout={payout} {...props} />
  return verb === 'approve' ? <ApproveDialog payout={payout} {...props} /> : <RejectDialog payout={payout} {...props} />
}

function ProposeDialog({ payout, isOpen, onClose, onDecided }: DialogProps) {
  const { amount, currency } = payout
  const [share, setShare] = useTyped({ verb: 'propose', payout }, payout.trader_share_pct ?? '', isOpen)
  const write = (value: string): string => formatMoney(value, currency)
  // Null while it is not known: then neither is shown.
  const bySplit = usePlanSplits(payout)
  const isKnown = bySplit === true || (bySplit === false && isShare(share))
  const ofTrader = isKnown && !bySplit ? traderAmount(amount, share.trim()) : null
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.proposeTitle(write(amount))}
      confirm={text.proposeConfirm}
      isDisabled={!isKnown}
      onConfirm={async () => {
        await proposePayout(payout.id, bySplit === true ? null : share.trim())
        await Promise.all([onDecided(), notify(text.proposed)])
      }}
    >
      <Text size="sm">{text.proposeText}</Text>
      {bySplit === true && <Text size="sm">{text.planSplits}</Text>}
      {bySplit !== true && (
        <TextInput
          label={text.share}
          inputMode="decimal"
          value={share}
          onChange={({ currentTarget }) => setShare(currentTarget.value)}
          error={share.trim() === '' || isShare(share) ? null : text.shareWrong}
          required
          data-autofocus
        />
      )}
      {ofTrader !== null && (
        <Text size="sm" role="status">
          {text.split(write(ofTrader), write(subtract(amount, ofTrader)))}
        </Text>
      )}
    </ConfirmDialog>
  )
}

/** Whether the plan of the account says how payouts are split; null until that is known. */
function usePlanSplits({ account_id: id }: OperatedPayout): boolean | null {
  const { data } = useQuery({
    queryKey: [...anyAccount.key(id), 'available-payout'],
    queryFn: ({ signal }) => anyAccount.availablePayout(id, signal),
  })
  return data === undefined ? null : data.split !== undefined
}

function ApproveDialog({ payout, isOpen, onClose, onDecided }: DialogProps) {
  const amount = formatMoney(payout.amount, payout.currency)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.approveTitle(amount)}
      confirm={text.approveConfirm}
      isDangerous
      onConfirm={async () => {
        await approvePayout(payout.id, payout.version)
        await Promise.all([onDecided(), notify(text.approved)])
      }}
    >
      <Text size="sm">{text.approveText(amount, formatMoney(payout.trader_amount, payout.currency))}</Text>
    </ConfirmDialog>
  )
}

type Code = NonNullable<Rejection['code']>

function RejectDialog({ payout, isOpen, onClose, onDecided }: DialogProps) {
  const [reason, setReason] = useTyped({ verb: 'reject', payout }, '', isOpen)
  const [code, setCode] = useState<Code>('rules')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text.rejectTitle(formatMoney(payout.amount, payout.currency))}
      confirm={text.rejectConfirm}
      isDangerous
      isDisabled={!isReason(reason)}
      onConfirm={async () => {
        await rejectPayout(payout.id, { reason: reason.trim(), code })
        await Promise.all([onDecided(), notify(text.rejected)])
      }}
    >
      <Text size="sm">{text.rejectText}</Text>
      <NativeSelect
        label={text.rejectCode}
        description={accountWords.reasonShown}
        data={Object.entries(text.codes).map(([value, label]) => ({ value, label }))}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value as Code)}
      />
      <ReasonField value={reason} onChange={setReason} hint={accountWords.reasonShown} />
    </ConfirmDialog>
  )
}
