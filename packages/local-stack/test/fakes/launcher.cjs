// `npm start` with small fakes in place of the services and the dashboard.
const { join } = require('node:path')
const { runLauncher } = require('../../dist/launcher/run-launcher.js')
const { readSettings } = require('../../dist/launcher/settings.js')

const entry = {
  main: join(__dirname, 'service.cjs'),
  migrations: join(__dirname, 'migrations'),
}
const settings = {
  ...readSettings(process.env),
  wallet: { ...entry, name: 'wallet' },
  engine: { ...entry, name: 'trading-engine' },
  dashboard: { name: 'dashboard', main: join(__dirname, 'dashboard.cjs') },
}
const terminal = { line: (text) => console.log(text), error: (text) => console.error(text) }

runLauncher(settings, terminal).then((code) => process.exit(code))
