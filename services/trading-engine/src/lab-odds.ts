/** A process that plays attempts for the laboratory, which starts it; it ends with that one. */
import { answerResample } from './lab/odds/resample/answer-resample.js'
import type { ResampleAsk, ResampleTold } from './lab/odds/resample/resample-messages.js'

process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches every process of a terminal: the laboratory ends what it has begun.
process.on('SIGINT', () => undefined)
const tell = (told: ResampleTold): void => void process.send?.(told)
process.once('message', (ask) => {
  answerResample(ask as ResampleAsk, tell).catch((error: unknown) =>
    tell({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }),
  )
})
