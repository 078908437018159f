import type { Command } from 'commander'
import type { Row } from '../api.js'
import { Failure } from '../failure.js'
import { openSession, type Host } from '../session.js'
import { facts } from '../table.js'

export function addReplayCommand(program: Command, host: Host): void {
  program
    .command('replay')
    .description('decide all commands of an account again; exits with 1 where something comes out otherwise')
    .argument('<account>', 'its id')
    .action(async (id: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<Row>('GET', `/replays/${id}`)
      show(body, () => facts(body))
      if (body['status'] === 'DIFFERENT') throw new Failure('refused', 'decisions come out otherwise')
    })
}
