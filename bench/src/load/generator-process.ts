/** The load generator: one load at a time, as told over the channel; ends with the process that started it. */
import { createMemory, createSource } from './workloads.js'
import { measure, type Pool } from './measure.js'
import type { GeneratorAnswer, Load } from './messages.js'

const memory = createMemory()
const pool: Pool = new Map()
const answer = (message: GeneratorAnswer): void => void process.send?.(message)

process.on('disconnect', () => process.exit())
process.on('message', (load: Load) => {
  measure(load, createSource(load, memory), pool).then(
    (result) => answer({ type: 'result', result }),
    (error: unknown) => answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
answer({ type: 'ready' })
