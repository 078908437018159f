import { Command } from 'commander'
import { SDK_VERSION } from '@ats/sdk'
import type { Act } from './act.js'
import { addAccountCommands } from './commands/accounts.js'
import { addBenchCommand } from './commands/bench.js'
import { addCertificateCommands } from './commands/certificates.js'
import { addChallengeCommands } from './commands/challenges.js'
import { addPayoutCommands } from './commands/payouts.js'
import { addCopyCommands } from './commands/copy.js'
import { addCompetitionCommands } from './commands/competitions.js'
import { addCompletionCommand } from './commands/completion.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addEventCommands } from './commands/events.js'
import { addFaultCommands } from './commands/faults.js'
import { addHookCommands } from './commands/hooks.js'
import { addJournalCommands } from './commands/journal.js'
import { addKeyCommands } from './commands/keys.js'
import { addDeadManCommands } from './commands/dead-man.js'
import { addKillSwitchCommands } from './commands/kill-switch.js'
import { addListenCommand } from './commands/listen.js'
import { addLabCommands } from './commands/lab.js'
import { addLoginCommands } from './commands/login.js'
import { addNotificationCommands } from './commands/notifications.js'
import { addOddsCommand } from './commands/odds.js'
import { addOrderCommands } from './commands/order.js'
import { addPositionCommands } from './commands/positions.js'
import { addPriceCommand } from './commands/prices.js'
import { addReplayCommand } from './commands/replay.js'
import { addRiskCommand } from './commands/risk.js'
import { addTriggerCommand } from './commands/trigger.js'
import { addWatchCommand } from './commands/watch.js'

export interface Writers {
  readonly write: (text: string) => void
  readonly note: (text: string) => void
}

const HELP = `
Exit codes: 0 done; 1 refused, or found wrong; 2 wrong usage; 3 the key is missing, wrong or may not;
4 nothing answers, or it cannot now; 130 stopped by Ctrl-C before it was done.

Results go to standard output, everything else to standard error. --json gives JSON: one value, or one a line where
there is no end. Colours are off where nobody sees them, with --no-color and with NO_COLOR.

First: npm start in the repository of the service, then ats login --demo, then ats order place buy 0.01 BTC-USD.`

/** The tree of commands. */
export function createProgram(act: Act, { write, note }: Writers): Command {
  const program = new Command('ats')
    .description('Trade from the command line: keys, accounts, orders, streams, webhooks.')
    .version(SDK_VERSION)
    .option('--json', 'for machines: results as JSON')
    .option('--account <account>', 'the account: its id, the end of it, or its name')
    .option('--profile <name>', 'a profile other than the current one')
    .option('--no-color', 'without colours')
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({ writeOut: write, writeErr: note })
    .showSuggestionAfterError()
    .addHelpText('after', HELP)
    .exitOverride()
  addLoginCommands(program, act)
  addPriceCommand(program, act)
  addOrderCommands(program, act)
  addPositionCommands(program, act)
  addJournalCommands(program, act)
  addAccountCommands(program, act)
  addChallengeCommands(program, act)
  addPayoutCommands(program, act)
  addCertificateCommands(program, act)
  addCompetitionCommands(program, act)
  addCopyCommands(program, act)
  addRiskCommand(program, act)
  addOddsCommand(program, act)
  addLabCommands(program, act)
  addWatchCommand(program, act)
  addKillSwitchCommands(program, act)
  addDeadManCommands(program, act)
  addEventCommands(program, act)
  addListenCommand(program, act)
  addTriggerCommand(program, act)
  addFaultCommands(program, act)
  addReplayCommand(program, act)
  addBenchCommand(program, act)
  addDoctorCommand(program, act)
  addKeyCommands(program, act)
  addHookCommands(program, act)
  addNotificationCommands(program, act)
  addCompletionCommand(program, write)
  return program
}
