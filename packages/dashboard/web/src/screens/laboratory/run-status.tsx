import type { LabRunState } from '@ats/sdk/types'
import { ToneBadge, type Tone } from '../../ui/tone-badge.js'
import { statusOf } from './run-words.js'

type Run = Pick<LabRunState, 'status' | 'ended_reason'>

const toneOf = ({ status, ended_reason: reason }: Run): Tone => {
  if (reason === null) return status === 'READY' ? 'good' : 'warning'
  return reason === 'DELETED' ? 'plain' : 'bad'
}

/** Whether the clock of a run moves, or why the run has ended. */
export const RunStatus = ({ run }: { readonly run: Run }) => <ToneBadge tone={toneOf(run)}>{statusOf(run)}</ToneBadge>
