import { Failure } from '../failure.js'
import type { Terminal } from './terminal.js'

/**
 * Asks on standard error, so that a piped result stays what it is.
 * @throws Failure usage, without a terminal; interrupted by Ctrl-C
 */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  const person = requirePerson(terminal, `${question} Nobody can be asked here: add --yes to go ahead`)
  const { confirm: ask } = await import('@clack/prompts')
  return answered(await ask({ message: question, initialValue: false, ...person }))
}

/** @throws Failure usage, without a terminal; interrupted by Ctrl-C */
export async function askSecret(terminal: Terminal, message: string, instead: string): Promise<string> {
  const person = requirePerson(terminal, instead)
  const { password } = await import('@clack/prompts')
  const validate = (value: string | undefined) => (value ? undefined : 'it cannot be empty')
  return answered(await password({ message, validate, ...person }))
}

/** @throws Failure usage, without a terminal; interrupted by Ctrl-C */
export async function askText(
  terminal: Terminal,
  message: string,
  { initial, instead }: { readonly initial?: string; readonly instead: string },
): Promise<string> {
  const person = requirePerson(terminal, instead)
  const { text } = await import('@clack/prompts')
  const validate = (value: string | undefined) => (value || initial ? undefined : 'it cannot be empty')
  const options = initial === undefined ? {} : { initialValue: initial }
  return answered(await text({ message, validate, ...options, ...person }))
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** @throws Failure usage, without a terminal; interrupted by Ctrl-C */
export async function choose(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  instead: string,
): Promise<string> {
  const person = requirePerson(terminal, instead)
  const { select } = await import('@clack/prompts')
  return answered(await select({ message, options: [...choices], ...person }))
}

function requirePerson({ person }: Terminal, message: string): NonNullable<Terminal['person']> {
  if (person === undefined) throw new Failure('usage', message)
  return person
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new Failure('interrupted', 'stopped: nothing was done')
  return answer as Exclude<T, symbol>
}
