/** `tape import`: a tape of what `MARKET_FEED=replay` reads. */
import { loadCatalogue } from '../../market/catalogue.js'
import { loadRecordings } from '../../market/feeds/replay/load-recordings.js'
import { writeTapeFile } from '../tapes/file/tape-file.js'
import { BAR_PATHS } from '../tapes/import/bar-points.js'
import { tapeOfRecordings } from '../tapes/import/tape-of-recordings.js'
import { UsageError, type LabCommand } from './lab-command.js'
import { tapeJson } from './read-tapes.js'

const STALE_AFTER_SECONDS = '60'
const REJECTED_SHOWN = 20

export const importTape: LabCommand = {
  usage: `FILE|FOLDER TAPE [--path ${BAR_PATHS.join('|')}] [--stale-after SECONDS|never]`,
  options: ['path', 'stale-after'],
  words: [2, 2],
  async run([source = '', target = ''], { path = 'near', 'stale-after': stale = STALE_AFTER_SECONDS }, { out, error }) {
    const barPath = BAR_PATHS.find((known) => known === path)
    if (barPath === undefined) throw new UsageError(`"${path}" is no path through a bar`)
    const seconds = stale === 'never' ? null : Number(stale)
    if (seconds !== null && !(seconds >= 0 && seconds <= 1e9)) throw new UsageError(`"${stale}" is no time in seconds`)
    let rejected = 0
    const recordings = await loadRecordings(source, loadCatalogue(), ({ symbol, fault, at, price }) => {
      rejected += 1
      if (rejected <= REJECTED_SHOWN)
        error(`left out: ${symbol} ${price} at ${new Date(at / 1_000).toISOString()}: ${fault}`)
    })
    if (rejected > REJECTED_SHOWN) error(`left out: ${rejected - REJECTED_SHOWN} more`)
    const staleAfter = seconds === null ? null : seconds * 1_000_000
    out(JSON.stringify(tapeJson(await writeTapeFile(target, tapeOfRecordings(recordings, { barPath, staleAfter })))))
    return 0
  },
}
