/** `npm run lab -- tape …`: makes, reads and checks tapes, in a process of its own. Output is a line of JSON each. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { TapeError } from '../tapes/file/tape-bytes.js'
import { RecordingError } from '../../market/feeds/replay/load-recordings.js'
import { UsageError, type LabCommand, type LabRun, type Values } from './lab-command.js'
import { exportTape, type UsePublished } from './export-tape.js'
import { importTape } from './import-tape.js'
import { checkTapes, listTapes, showTape, tellGolden } from './read-tapes.js'
import { writeTape } from './write-tape.js'

const commandsOf = (usePublished: UsePublished): Readonly<Record<string, LabCommand>> => ({
  list: listTapes,
  show: showTape,
  check: checkTapes,
  import: importTape,
  write: writeTape,
  export: exportTape(usePublished),
  golden: tellGolden,
})

/** Resolves to the exit code: 0, 1 where a tape is not as it should be, 2 where nothing could be done. */
export async function runLab(args: readonly string[], run: LabRun, usePublished: UsePublished): Promise<number> {
  const commands = commandsOf(usePublished)
  const [room, name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (room !== 'tape' || command === undefined) {
    const usages = Object.entries(commands).map(([known, { usage }]) => `  npm run lab -- tape ${known} ${usage}`)
    run.error(['usage:', ...usages].join('\n'))
    return 2
  }
  try {
    const { words, values } = readArguments(command, rest)
    return await command.run(words, values, run)
  } catch (error) {
    if (error instanceof UsageError) run.error(`${error.message}\nusage: npm run lab -- tape ${name} ${command.usage}`)
    else if (error instanceof TapeError || error instanceof RecordingError) run.error(error.message)
    else throw error
    return 2
  }
}

function readArguments(
  { options = [], words: [least, most] }: LabCommand,
  args: readonly string[],
): { readonly words: readonly string[]; readonly values: Values } {
  const known: ParseArgsConfig['options'] = Object.fromEntries(options.map((name) => [name, { type: 'string' }]))
  const { values, positionals } = parse(args, known)
  if (positionals.length < least || positionals.length > most)
    throw new UsageError(`there are ${positionals.length} names`)
  return { words: positionals, values }
}

function parse(args: readonly string[], options: ParseArgsConfig['options']) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
