/** Plays the attempts that one process is asked for, and tells each as it ends. */
import { loadCatalogue } from '../../../market/catalogue.js'
import { playedTapeOf } from '../../run/recipe.js'
import type { ResampleAsk, ResampleTold } from './resample-messages.js'
import { createResampling } from './resample-odds.js'

export async function answerResample(ask: ResampleAsk, tell: (told: ResampleTold) => void): Promise<void> {
  const catalogue = loadCatalogue()
  const recordings = await Promise.all(
    ask.recordings.map(async ({ fills, news, ...of }) => ({
      ...{ fills, news },
      tape: await playedTapeOf(of, catalogue),
    })),
  )
  const { draw, play } = createResampling(recordings, ask.task, catalogue)
  const orders = draw.days.reduce((sum, day) => sum + day.orders.length, 0)
  if (orders === 0) {
    const message = 'there is no whole day of the tape on which something was traded, with nothing held around it'
    return tell({ kind: 'refused', message })
  }
  tell({ kind: 'sample', days: draw.days.length, orders })
  for (let attempt = ask.first; attempt < ask.attempts; attempt += ask.every)
    tell({ kind: 'outcome', attempt, outcome: play(attempt) })
}
