import { hash, randomBytes } from 'node:crypto'
import { Argument, type Command } from 'commander'
import type { Host } from '../session.js'

const ROLES = ['viewer', 'operator', 'approver']

/** Speaks to no service: the entry goes into the settings of the engine. */
export function addTokenCommand(program: Command, { out }: Host): void {
  program
    .command('token')
    .description('make a token for a person: the person keeps the token, OPERATORS gets the entry')
    .argument('<name>', 'as the audit is to show it')
    .addArgument(new Argument('<role>', 'viewer reads; operator also changes; approver also approves').choices(ROLES))
    .action((name: string, role: string) => {
      const token = randomBytes(32).toString('hex')
      out(`token  ${token}`)
      out(`entry  ${name}:${hash('sha256', token)}:${role}`)
    })
}
