import type { Reply } from '@ats/service-kit/http'
import type { Answer } from '../commands/pipeline/idempotency.js'

/** The stored text itself, so that a replay is the first answer byte for byte. */
export const answerReply = ({ status, text, isReplay }: Answer): Reply => ({
  status,
  text,
  ...(isReplay ? { headers: { 'Idempotent-Replayed': 'true' } } : {}),
})
