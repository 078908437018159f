import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { EndedAtStart } from '../start-error.js'

const LOOPBACK = '127.0.0.1'

/**
 * From here on, systems give ports to connections that leave and to servers that ask for any port: Linux from 32,768,
 * others from 49,152. A port below is taken only by programs that ask for that very one.
 */
const GIVEN_FROM = 32_768
const PORT_MIN = 20_000
const TRIES = 100

/**
 * A free loopback port now, from `min` to `below` - 1. Another program may take it first: a caller retries
 * on another port, or asks for a range of its own.
 */
export async function findFreePort(min = PORT_MIN, below = GIVEN_FROM): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await tryPort(randomInt(min, below))
    if (port !== undefined) return port
  }
  throw new Error(`no free port on 127.0.0.1 among ${TRIES} from ${min} to ${below - 1}`)
}

const ATTEMPTS = 5

/** As many different ones. */
async function findFreePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

/** Starts a program on free ports, and again on others where it ended because one of them was no longer free. */
export async function startOnFreePorts<T>(count: number, start: (ports: readonly number[]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await findFreePorts(count)
    try {
      return await start(ports)
    } catch (error) {
      const isTaken = error instanceof EndedAtStart && (await Promise.all(ports.map(isPortFree))).includes(false)
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
