/** `tape write`: a tape of the library, or of a model. */
import { loadCatalogue } from '../../market/catalogue.js'
import { parseTimestamp, type Micros } from '../../core/values/time.js'
import type { LibraryEntry } from '../library/entries.js'
import { findEntry } from '../library/library.js'
import { readTapeFile, writeTapeFile } from '../tapes/file/tape-file.js'
import { modelTape } from '../tapes/models/model.js'
import { MODEL_NAMES, type Model } from '../tapes/models/model-spec.js'
import { UsageError, type LabCommand, type Values } from './lab-command.js'
import { tapeJson } from './read-tapes.js'

const TICK_MS = 250

export const writeTape: LabCommand = {
  usage: [
    `NAME TAPE, or TAPE --model ${MODEL_NAMES.join('|')} --seed N --from TIME --to TIME`,
    '[--symbols A,B] [--every-ms 250] [--volatility 0.03] [--drift 0] [--correlation 0] [--jumps-per-day 0]',
    '[--jump-size 0.02] [--alpha 0.1] [--beta 0.88] [--source TAPE]',
  ].join(' '),
  options: [
    ...['model', 'seed', 'from', 'to', 'symbols', 'every-ms', 'volatility', 'drift', 'correlation'],
    ...['jumps-per-day', 'jump-size', 'alpha', 'beta', 'source'],
  ],
  words: [1, 2],
  async run(words, values, { out }) {
    const catalogue = loadCatalogue()
    const target = words.at(-1) ?? ''
    const tape =
      words.length === 2 ? entryOf(words[0] ?? '', values).tape(catalogue) : modelTape(await modelOf(values), catalogue)
    out(JSON.stringify(tapeJson(await writeTapeFile(target, tape))))
    return 0
  },
}

function entryOf(name: string, values: Values): LibraryEntry {
  const entry = findEntry(name)
  if (entry === undefined) throw new UsageError(`"${name}" is not in the library`)
  if (Object.keys(values).length > 0) throw new UsageError('a tape of the library takes no options')
  return entry
}

async function modelOf(values: Values): Promise<Model> {
  const { model: named = '', symbols = '', source, volatility: daily } = values
  const model = MODEL_NAMES.find((name) => name === named.toUpperCase())
  if (model === undefined) throw new UsageError(`"${named}" is no model`)
  const numberOf = (name: string, otherwise = NaN): number => {
    const text = values[name]
    const value = text === undefined ? otherwise : text.trim() === '' ? NaN : Number(text)
    if (Number.isNaN(value)) throw new UsageError(`--${name} has to be a number`)
    return value
  }
  const timeOf = (name: 'from' | 'to'): Micros => {
    const at = parseTimestamp(values[name] ?? '')
    if (at === null) throw new UsageError(`--${name} has to be a time, as 2026-03-02T00:00:00Z`)
    return at
  }
  const span = { seed: numberOf('seed'), from: timeOf('from'), to: timeOf('to') }
  const of = { ...span, symbols: symbols.split(',').filter(Boolean), every: numberOf('every-ms', TICK_MS) / TICK_MS }
  const volatility = daily === undefined ? null : numberOf('volatility')
  const walk = { of, volatility, drift: numberOf('drift', 0), correlation: numberOf('correlation', 0) }
  switch (model) {
    case 'GBM':
      return { model, ...walk, jumpsPerDay: numberOf('jumps-per-day', 0), jumpSize: numberOf('jump-size', 0.02) }
    case 'GARCH':
      return { model, ...walk, alpha: numberOf('alpha', 0.1), beta: numberOf('beta', 0.88) }
    case 'BOOTSTRAP':
      if (source === undefined) throw new UsageError('--source has to be a tape')
      return { model, of: span, source: (await readTapeFile(source)).tape }
    case 'SYNTHETIC':
      return { model, of }
  }
}
