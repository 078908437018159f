import type { Command, Option } from 'commander'

/** Lists candidates for the last word: commands, options, or values of the option before it. */
export function complete(program: Command, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const started = words.at(-1) ?? ''
  const command = before.reduce(
    (found, word) => found.commands.find((child) => child.name() === word || child.aliases().includes(word)) ?? found,
    program,
  )
  const option = optionsOf(command).find(({ short, long }) => [short, long].includes(before.at(-1) ?? ''))
  const candidates =
    option !== undefined && isTakingValue(option) ? (option.argChoices ?? []) : candidatesOf(command, started)
  return candidates.filter((candidate) => candidate.startsWith(started))
}

const isTakingValue = ({ required, optional }: Option): boolean => required || optional

/** Its own, and those of the commands above it. */
const optionsOf = (command: Command): readonly Option[] =>
  command.parent === null ? command.options : [...command.options, ...optionsOf(command.parent)]

function candidatesOf(command: Command, started: string): readonly string[] {
  if (started.startsWith('-')) return [...optionsOf(command).flatMap(({ long }) => long ?? []), '--help']
  if (command.commands.length > 0) return [...visible(command), ...(command.parent === null ? ['help'] : [])]
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
}

const visible = ({ commands }: Command): readonly string[] =>
  commands.map((command) => command.name()).filter((name) => !name.startsWith('_'))
