import { Argument, type Command } from 'commander'
import { complete } from '../completion/complete.js'
import { SCRIPTS, type Shell } from '../completion/scripts.js'

const HELP = `
  bash   eval "$(ats completion bash)"      in ~/.bashrc
  zsh    eval "$(ats completion zsh)"       in ~/.zshrc, after compinit
  fish   ats completion fish > ~/.config/fish/completions/ats.fish`

export function addCompletionCommand(program: Command, write: (text: string) => void): void {
  program
    .command('completion')
    .description('completion of commands and options in your shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', HELP)
    .action((shell: Shell) => write(SCRIPTS[shell]))
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: readonly string[]) => {
      for (const candidate of complete(program, words)) write(`${candidate}\n`)
    })
}
