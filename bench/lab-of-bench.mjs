// A laboratory for benchmarks: that of `ats lab run`, with plans and runs in memory. With the same Node.js and its flags.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TradingClient } from '@ats/sdk'

const PROGRAM = fileURLToPath(new URL('../services/trading-engine/dist/lab-local.js', import.meta.url))
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/ats-lab', import.meta.url))

export async function startLocalLab(environment = {}) {
  const child = fork(PROGRAM, [], {
    env: {
      PATH: process.env.PATH,
      LAB_FOLDER: FOLDER,
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const told = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the laboratory ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  const { lab } = new TradingClient(told)
  return { lab, url: told.url, close: () => child.disconnect() }
}
