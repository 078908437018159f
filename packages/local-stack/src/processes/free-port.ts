import { createServer } from 'node:net'
import { EndedAtStart } from '../start-error.js'

const LOOPBACK = '127.0.0.1'

/** A loopback port nobody listens on now. Another program may take it first: who binds it must be ready to retry. */
export async function findFreePort(): Promise<number> {
  const port = await tryPort(0)
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}

const ATTEMPTS = 5

/**
 * Starts a program on a free port, and again on another one where it ended because the port was no longer free: any
 * connection that leaves this machine may be given it in between.
 */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    try {
      return await start(port)
    } catch (error) {
      const isTaken = error instanceof EndedAtStart && !(await isPortFree(port))
      if (!isTaken || attempt === ATTEMPTS) throw error
    }
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : undefined))
    })
  })
}
