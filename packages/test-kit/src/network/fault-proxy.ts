import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { createCommitWatch } from './commit-watch.js'

/**
 * forward: pass everything on. refuse: no one listens, open connections end. hang: connections are accepted and stay
 * silent, open ones freeze. reset: connections, open ones too, are reset. cutAfterBytes: each connection, open ones
 * too, is reset once it has passed on that many more bytes of answers.
 */
export type FaultMode = 'forward' | 'refuse' | 'hang' | 'reset' | { readonly cutAfterBytes: number }

export interface FaultProxy {
  readonly port: number
  /** Sends new connections to another loopback port from now on; open ones stay where they are. */
  pointAt(targetPort: number): void
  /**
   * Resolves when the mode is in force. Connections frozen by `hang` are reset by the next change: bytes they swallowed
   * are lost.
   */
  mode(next: FaultMode): Promise<void>
  /**
   * For Postgres: the answer of the k-th commit from now on is lost and its connection reset. Resolves when that has
   * happened.
   */
  dropCommitAnswer(k: number): Promise<void>
  /** Connections that were cut after some bytes of answers. */
  readonly cuts: () => number
  close(): Promise<void>
}

export interface FaultProxyOptions {
  readonly targetPort: number
  /** Names of the prepared statements whose success is a commit. */
  readonly writes?: RegExp
}

const HOST = '127.0.0.1'

/** A drop that is waited for: `left` commits still pass. */
interface Drop {
  left: number
  readonly done: () => void
}

interface Connection {
  readonly client: Socket
  readonly target: Socket
  /** Bytes of answers still passed on; null: no limit. */
  bytesLeft: number | null
}

/** A TCP proxy to a loopback port that can fail the way networks and dependencies do. */
export async function startFaultProxy({ targetPort, writes = /^write/ }: FaultProxyOptions): Promise<FaultProxy> {
  let towards = targetPort
  const sockets = new Set<Socket>()
  const connections = new Set<Connection>()
  const drops: Drop[] = []
  let mode: FaultMode = 'forward'
  let cuts = 0

  const isToBeDropped = (): boolean => {
    const [drop] = drops
    if (drop === undefined || --drop.left > 0) return false
    drops.shift()
    drop.done()
    return true
  }

  const reset = ({ client, target }: Connection): void => {
    client.resetAndDestroy()
    target.destroy()
  }

  const open = (client: Socket): void => {
    const target = createConnection({ port: towards, host: HOST })
    track(sockets, target)
    const connection: Connection = { client, target, bytesLeft: cutLimit(mode) }
    connections.add(connection)
    const watch = createCommitWatch({ writes, isArmed: () => drops.length > 0, isToBeDropped })
    client.on('close', () => target.destroy())
    target.on('close', () => {
      connections.delete(connection)
      client.destroy()
    })
    const requests = passing((chunk) => {
      watch.request(chunk)
      return chunk
    })
    const answers = passing((chunk) => {
      const answer = watch.answer(chunk)
      if (answer === 'drop') {
        reset(connection)
        return Buffer.alloc(0)
      }
      if (connection.bytesLeft === null) return answer
      const passed = answer.subarray(0, connection.bytesLeft)
      connection.bytesLeft -= passed.length
      if (connection.bytesLeft === 0) {
        cuts += 1
        setImmediate(reset, connection) // once what passes has been written
      }
      return passed
    })
    client.pipe(requests).pipe(target)
    target.pipe(answers).pipe(client)
  }

  const server = createServer((client) => {
    track(sockets, client)
    if (mode === 'reset') client.resetAndDestroy()
    else if (mode === 'hang') client.pause()
    else open(client)
  })
  const port = await listen(server, 0)

  return {
    port,
    pointAt(next) {
      towards = next
    },
    cuts: () => cuts,
    mode: async (next) => {
      if (mode === 'hang' || next === 'reset') resetAll(sockets)
      if (next === 'hang') freezeAll(sockets)
      if (next === 'refuse') await stopListening(server, sockets)
      mode = next
      for (const connection of connections) connection.bytesLeft = cutLimit(next)
      if (next !== 'refuse' && !server.listening) await listen(server, port)
    },
    dropCommitAnswer: (k) => new Promise((done) => drops.push({ left: k, done })),
    close: () => stopListening(server, sockets),
  }
}

const cutLimit = (mode: FaultMode): number | null => (typeof mode === 'object' ? mode.cutAfterBytes : null)

/** Passes on what `through` makes of each chunk; nothing for an empty one. */
const passing = (through: (chunk: Buffer) => Buffer): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = through(chunk)
      if (passed.length === 0) done()
      else done(null, passed)
    },
  })

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => undefined) // resets are what this proxy is for
}

function freezeAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.unpipe().pause()
}

function resetAll(sockets: Set<Socket>): void {
  for (const socket of sockets) socket.resetAndDestroy()
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: HOST })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function stopListening(server: Server, sockets: Set<Socket>): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  await closed
}
