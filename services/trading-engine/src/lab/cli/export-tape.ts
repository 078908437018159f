/** `tape export`: a tape of ticks that an engine with live prices has published, from its database. */
import { loadCatalogue } from '../../market/catalogue.js'
import { parseTimestamp } from '../../core/values/time.js'
import { TICK_MICROS, TICKS_PER_DAY } from '../../core/values/tick.js'
import { tapeOfPublished, type PublishedTicks } from '../tapes/export/tape-of-published.js'
import { writeTapeFile } from '../tapes/file/tape-file.js'
import { UsageError, type LabCommand } from './lab-command.js'
import { tapeJson } from './read-tapes.js'

/** Opens the database, and closes it after the use. */
export type UsePublished = <R>(use: (ticks: PublishedTicks) => Promise<R>) => Promise<R>

export const exportTape = (usePublished: UsePublished): LabCommand => ({
  usage: 'TAPE --day 2026-03-02 [--symbols A,B]',
  options: ['day', 'symbols'],
  words: [1, 1],
  async run([target = ''], { day = '', symbols }, { out }) {
    const begins = /^\d{4}-\d\d-\d\d$/.test(day) ? parseTimestamp(`${day}T00:00:00Z`) : null
    if (begins === null) throw new UsageError('--day has to be a day of UTC, as 2026-03-02')
    const catalogue = loadCatalogue()
    const firstTick = begins / TICK_MICROS
    const span = { firstTick, endTick: firstTick + TICKS_PER_DAY, symbols: symbols?.split(',') ?? null }
    const tape = await usePublished((ticks) => tapeOfPublished(ticks, span, catalogue))
    out(JSON.stringify(tapeJson(await writeTapeFile(target, tape))))
    return 0
  },
})
