/** Has the files made that each database of a run begins with (`lab/run/template.ts`). */
import { resolve } from 'node:path'
import { DependencyError, type Logger } from '@ats/service-kit/process'
import { startRunProcess, type RunLimits } from './run-process.js'

export interface RunTemplateOptions {
  /** The program of the process of a run. */
  readonly script: string
  readonly migrations: string
  readonly folder: string
  readonly limits: RunLimits
  readonly logger: Logger
}

/** The least that the process which makes the files may take. */
const MEMORY_BYTES = 1_536 * 1_048_576

/**
 * Makes them in a process of their own, for it takes seconds: begun now, and again by the next one who asks if it
 * fails.
 * @returns their path; rejects with a DependencyError where they could not be made
 */
export function createRunTemplates(options: RunTemplateOptions): () => Promise<string> {
  const { script, migrations, folder, limits, logger } = options
  const make = async (): Promise<string> => {
    const memoryBytesMax = Math.max(limits.memoryBytesMax, MEMORY_BYTES)
    // It migrates without a pause, and says nothing before it is done.
    const process = startRunProcess(script, { ...limits, memoryBytesMax, silentCpuMsMax: limits.ageMsMax })
    try {
      return await process.ask<string>({ kind: 'template', migrations, folder: resolve(folder) })
    } catch (error) {
      logger.error({ err: error }, 'the database of runs could not be made')
      const publicMessage = 'the database of runs could not be made; the log of the laboratory says why'
      throw new DependencyError('lab', publicMessage, { cause: error, publicMessage, retryAfterSeconds: 5 })
    } finally {
      process.end('DELETED')
      await process.ended
    }
  }
  let made: Promise<string> | null = null
  const get = (): Promise<string> => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
  get().catch(() => undefined)
  return get
}
