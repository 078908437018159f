import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainedError } from '../../api/explained-error.js'
import { closeCompetition, FIRM_COMPETITIONS_KEY, type FirmCompetition } from '../../api/firm/firm-desk.js'
import { phaseOf } from '../../competitions/competition-state.js'
import { ReasonField } from '../../firm/reason-field.js'
import { isReason } from '../../firm/reason.js'
import { text } from '../../text/en/competitions.js'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.js'
import { notify } from '../../ui/notify.js'
import { useNow } from '../../ui/time/clock.js'

/** Ends a competition before its end. */
export function CloseCompetition({ competition }: { readonly competition: FirmCompetition }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  if (phaseOf(competition, useNow()) === 'over') return null
  return (
    <>
      <Button variant="default" c="var(--down)" onClick={() => setOpen(true)}>
        {text.close}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={text.closeTitle(competition.name)}
        confirm={text.closeConfirm}
        isDangerous
        isDisabled={!isReason(reason)}
        onConfirm={async () => {
          await closeCompetition(competition.id, reason.trim()).catch((error: unknown) => {
            throw explainedError(error, text.reasons)
          })
          await Promise.all([queries.invalidateQueries({ queryKey: FIRM_COMPETITIONS_KEY }), notify(text.closeDone)])
        }}
      >
        <Text size="sm">{text.closeText}</Text>
        <ReasonField value={reason} onChange={setReason} hint={text.closeHint} />
      </ConfirmDialog>
    </>
  )
}
