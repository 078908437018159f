import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Receiver {
  readonly url: string
  /** PEM file of its certificate. */
  readonly caFile: string
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const child = spawn(process.execPath, [join(__dirname, 'receiver-process.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    ...(JSON.parse(line) as Pick<Receiver, 'url' | 'caFile'>),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
