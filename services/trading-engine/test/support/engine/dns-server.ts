/** A name server that gives whatever a test says, each time it is asked. */
import { createSocket } from 'node:dgram'

export interface DnsServer {
  /** `host:port`, as resolvers take it. */
  readonly address: string
  /** Names that were asked for. */
  readonly requested: readonly string[]
  close(): Promise<void>
}

const TYPE_A = 1

/** `answer` returns the IPv4 addresses of a name; null: the question is left unanswered. */
export async function startDnsServer(answer: (name: string) => readonly string[] | null): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const requested: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const isA = query.readUInt16BE(end) === TYPE_A
    if (isA) requested.push(name)
    const addresses = isA ? answer(name) : []
    if (addresses !== null) socket.send(response(query, end + 4, addresses), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    requested,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** Flags say: an answer, recursion available. Each record points back to the name asked for, and lives 0 seconds. */
function response(query: Buffer, questionEnd: number, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records])
}
