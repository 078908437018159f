/**
 * The stack of `npm start` for the tests of Python: prints one line of JSON that says where it is, and ends when its
 * stdin does. Budgets are such that no test exhausts them.
 */
import { createRequire } from 'node:module'

const { awaitRunning, makeInstallation, startLauncher } = createRequire(import.meta.url)(
  '../../../packages/local-stack',
)

const BUDGETS = [
  'REQUESTS_PER_MINUTE',
  'PUBLIC_REQUESTS_PER_MINUTE',
  'REQUESTS_PER_MINUTE_PER_USER',
  'KEY_CHANGES_PER_HOUR',
]

const installation = await makeInstallation()
const settings = { ...Object.fromEntries(BUDGETS.map((name) => [name, '1000000'])), FUNDING: 'none' }
const launcher = startLauncher(installation, { ...settings, ...JSON.parse(process.argv[2] ?? '{}') })
const stdinEnded = new Promise((resolve) => process.stdin.on('end', resolve).on('error', resolve).resume())
try {
  await awaitRunning(launcher)
  const { engineUrl, walletUrl, dataDir } = installation
  process.stdout.write(`${JSON.stringify({ engine: engineUrl, wallet: walletUrl, data_dir: dataDir })}\n`)
  await stdinEnded
} finally {
  launcher.signalGroup('SIGINT')
  await launcher.ended
  installation.remove()
}
