import { createRequire } from 'node:module'

const { awaitRunning, makeInstallation, startLauncher } = createRequire(import.meta.url)('../../packages/local-stack')

/** As `npm start` does it, with data of its own, and with budgets that no check exhausts. */
export async function startStack() {
  const installation = await makeInstallation()
  const budgets = [
    'REQUESTS_PER_MINUTE',
    'PUBLIC_REQUESTS_PER_MINUTE',
    'REQUESTS_PER_MINUTE_PER_USER',
    'KEY_CHANGES_PER_HOUR',
  ]
  const settings = { ...Object.fromEntries(budgets.map((name) => [name, '1000000'])), FUNDING: 'none' }
  const launcher = await awaitRunning(startLauncher(installation, settings))
  return {
    engine: installation.engineUrl,
    wallet: installation.walletUrl,
    async stop() {
      launcher.signalGroup('SIGINT')
      await launcher.ended
      installation.remove()
    },
  }
}
