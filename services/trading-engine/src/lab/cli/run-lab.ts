/**
 * `npm run lab -- tape …` and `… run …`: makes, reads and checks tapes, compares runs and makes them again, in a
 * process of its own. Output is JSON.
 */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { TapeError } from '../tapes/file/tape-bytes.js'
import { RecordingError } from '../../market/feeds/replay/load-recordings.js'
import { UsageError, type LabCommand, type LabRun, type Values } from './lab-command.js'
import { exportTape, type UsePublished } from './export-tape.js'
import { importTape } from './import-tape.js'
import { checkTapes, listTapes, showTape, tellGolden } from './read-tapes.js'
import { compareRuns, recreateCommand, type Recreate } from './run-commands.js'
import { ReportError } from '../run/written-report.js'
import { writeTape } from './write-tape.js'

/** The tools that a command takes from outside of the laboratory. */
export interface LabTools {
  readonly usePublished: UsePublished
  readonly recreate: Recreate
}

type Commands = Readonly<Record<string, LabCommand>>

const roomsOf = ({ usePublished, recreate }: LabTools): Readonly<Record<string, Commands>> => ({
  tape: {
    list: listTapes,
    show: showTape,
    check: checkTapes,
    import: importTape,
    write: writeTape,
    export: exportTape(usePublished),
    golden: tellGolden,
  },
  run: { compare: compareRuns, recreate: recreateCommand(recreate) },
})

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined

/** Resolves to the exit code: 0, 1 where a tape or a run is not as it should be, 2 where nothing could be done. */
export async function runLab(args: readonly string[], run: LabRun, tools: LabTools): Promise<number> {
  const rooms = roomsOf(tools)
  const [room = '', name = '', ...rest] = args
  const command = own(own(rooms, room) ?? {}, name)
  if (command === undefined) {
    run.error(['usage:', ...usagesOf(rooms)].join('\n'))
    return 2
  }
  try {
    const { words, values } = readArguments(command, rest)
    return await command.run(words, values, run)
  } catch (error) {
    if (error instanceof UsageError)
      run.error(`${error.message}\nusage: npm run lab -- ${room} ${name} ${command.usage}`)
    else if (error instanceof TapeError || error instanceof RecordingError || error instanceof ReportError)
      run.error(error.message)
    else throw error
    return 2
  }
}

const usagesOf = (rooms: Readonly<Record<string, Commands>>): readonly string[] =>
  Object.entries(rooms).flatMap(([room, commands]) =>
    Object.entries(commands).map(([name, { usage }]) => `  npm run lab -- ${room} ${name} ${usage}`),
  )

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
