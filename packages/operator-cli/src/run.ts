import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './commands/account.js'
import { addCertificateCommands } from './commands/certificates.js'
import { addChallengeCommands } from './commands/challenges.js'
import { addCompetitionCommands } from './commands/competitions.js'
import { addEvidenceCommand } from './commands/evidence.js'
import { addReplayCommand } from './commands/replay.js'
import { addShadowCommand } from './commands/shadow.js'
import { addFirmCommands } from './commands/firm.js'
import { addGrantCommands } from './commands/grant.js'
import { addNewsCommands } from './commands/news.js'
import { addPayoutCommands } from './commands/payout.js'
import { addPlanCommands } from './commands/plans.js'
import { addProgramCommands } from './commands/programs.js'
import { addCheckCommands, addPromotionCommands } from './commands/promotions.js'
import { addReportCommands } from './commands/reports.js'
import { addTokenCommand } from './commands/token.js'
import { addTickCommands } from './commands/ticks.js'
import { addWalletCommands } from './commands/wallet.js'
import { addWebhookCommands } from './commands/webhooks.js'
import { Failure } from './failure.js'
import type { Host } from './session.js'

/** 0: done; 1: refused, or differences found; 2: wrong usage. */
export type ExitCode = 0 | 1 | 2

/** Runs one command line. */
export async function run(words: readonly string[], host: Host): Promise<ExitCode> {
  try {
    await createProgram(host).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the message already.
    if (error instanceof CommanderError) return error.code === 'commander.helpDisplayed' ? 0 : 2
    if (!(error instanceof Failure)) throw error
    host.error(error.message)
    for (const detail of error.details) host.error(`  ${detail}`)
    return error.kind === 'usage' ? 2 : 1
  }
}

function createProgram(host: Host): Command {
  const program = new Command('operator')
    .description('Runs the service: plans, programs, news, accounts, grants, the books and the audit.')
    .option('--json', 'for machines: the answer as JSON')
    .option('--as <name>', 'beside npm start: operator or approver, the two people that it makes (default: operator)')
    .option('--note <text>', 'kept in the audit beside your name: 1 to 64 printable ASCII characters')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => host.out(text.trimEnd()),
      writeErr: (text) => host.error(text.trimEnd()),
    })
    .addHelpText(
      'after',
      '\nSpeaks to OPERATOR_URL with OPERATOR_TOKEN, or to the npm start of this machine (DATA_DIR).\nExits with 0; 1 when refused or when the books differ; 2 on wrong usage.',
    )
    .exitOverride()
  addFirmCommands(program, host)
  addPlanCommands(program, host)
  addProgramCommands(program, host)
  addNewsCommands(program, host)
  addAccountCommands(program, host)
  addGrantCommands(program, host)
  addChallengeCommands(program, host)
  addCertificateCommands(program, host)
  addCompetitionCommands(program, host)
  addPromotionCommands(program, host)
  addCheckCommands(program, host)
  addPayoutCommands(program, host)
  addReportCommands(program, host)
  addEvidenceCommand(program, host)
  addReplayCommand(program, host)
  addShadowCommand(program, host)
  addTickCommands(program, host)
  addWebhookCommands(program, host)
  addWalletCommands(program, host)
  addTokenCommand(program, host)
  return program
}
