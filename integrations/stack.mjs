/**
 * The stack of `npm start` for the tests of integrations: prints one line of JSON that says where it is. Each line of
 * stdin is a command: `restart` stops all of it, starts it again on the same data, and prints the line again. Ends when
 * stdin does.
 */
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const { awaitRunning, makeInstallation, startLauncher } = createRequire(import.meta.url)('../packages/local-stack')

const BUDGETS = ['REQUESTS_PER_MINUTE', 'PUBLIC_REQUESTS_PER_MINUTE', 'REQUESTS_PER_MINUTE_PER_USER']
const settings = { ...Object.fromEntries(BUDGETS.map((name) => [name, '1000000'])), FUNDING: 'none' }
const installation = await makeInstallation()
let launcher

async function start() {
  launcher = startLauncher(installation, settings)
  await awaitRunning(launcher)
  const { engineUrl, walletUrl } = installation
  process.stdout.write(`${JSON.stringify({ engine: engineUrl, wallet: walletUrl })}\n`)
}

async function stop() {
  launcher.signalGroup('SIGINT')
  await launcher.ended
}

try {
  await start()
  for await (const line of createInterface({ input: process.stdin })) {
    if (line !== 'restart') continue
    await stop()
    await start()
  }
} finally {
  await stop()
  installation.remove()
}
