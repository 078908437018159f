import { startFromTerminal } from './launcher/start-from-terminal.js'

startFromTerminal('npm start')
