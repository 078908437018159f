import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DiskProbe {
  /** Ends the probe; milliseconds that the slowest write took to reach the disk. */
  stop(): Promise<number>
}

const EVERY_MS = 20

/**
 * Keeps writing a byte to the disk of `directory`, apart from every database: where other programs make the disk stall,
 * each write of the service waits, and the flood is not the cause.
 */
export async function probeDisk(directory: string): Promise<DiskProbe> {
  const path = join(directory, 'disk-probe')
  const file = await open(path, 'w')
  let isStopped = false
  let slowestMs = 0
  const probing = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await file.write('.', 0)
      await file.datasync()
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      await sleep(EVERY_MS)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await probing
      await file.close()
      await rm(path)
      return slowestMs
    },
  }
}
