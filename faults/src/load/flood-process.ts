/** Sends as fast as it is answered, on every connection; connects again when it is cut off or has waited too long. */
import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import type { FloodOptions, FloodResult } from './flood.js'

const RECONNECT_MS = 10
const STATUS = /HTTP\/1\.1 (\d{3})/g
const RANDOM = 'RANDOM48'
const KEY = /x-api-key: (\S+)/i

/** An attacker has cores of his own; here the flood takes no more of the engine's than is left. */
setPriority(constants.priority.PRIORITY_LOW)

interface Line {
  readonly text: string
  readonly key: string
}

function run({ port, addresses, concurrency, seconds, timeoutMs, requests }: FloodOptions): void {
  const startedAt = performance.now()
  const lines = requests.map((text): Line => ({ text, key: KEY.exec(text)?.[1] ?? '' }))
  const answers: Record<string, number> = {}
  const counted: Record<string, number> = {}
  const open = new Set<Socket>()
  const isOver = (): boolean => performance.now() - startedAt >= seconds * 1000
  let sent = 0
  const next = (): Line => {
    const line = lines[sent++ % lines.length] ?? { text: '', key: '' }
    return line.text.includes(RANDOM)
      ? { ...line, text: line.text.replaceAll(RANDOM, () => randomBytes(24).toString('hex')) }
      : line
  }

  const connect = (index: number): void => {
    if (isOver()) return
    const localAddress = addresses[index % addresses.length] ?? '127.0.0.1'
    let key = ''
    const send = (): void => {
      const line = next()
      key = line.key
      socket.write(line.text)
    }
    const socket = createConnection({ host: '127.0.0.1', port, localAddress }, send)
    open.add(socket)
    socket.setEncoding('latin1')
    let end = 'cut'
    if (timeoutMs !== null)
      socket.setTimeout(timeoutMs, () => {
        end = 'given up'
        socket.destroy()
      })
    socket.on('data', (chunk: string) => {
      for (const [, status = ''] of chunk.matchAll(STATUS)) {
        add(answers, status)
        if (status.startsWith('2')) add(counted, key)
        if (isOver()) return void socket.destroy()
        send()
      }
    })
    socket.on('error', () => undefined) // it is closed next
    socket.on('close', () => {
      open.delete(socket)
      if (isOver()) return
      add(answers, end)
      setTimeout(connect, RECONNECT_MS, index)
    })
  }
  for (let index = 0; index < concurrency; index += 1) connect(index)
  setTimeout(() => {
    for (const socket of open) socket.destroy()
    const { user, system } = process.cpuUsage()
    const result: FloodResult = { answers, counted, cpu: (user + system) / 1e6 / seconds }
    process.send?.(result, undefined, undefined, () => process.exit(0))
  }, seconds * 1000)
}

const add = (counts: Record<string, number>, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)

process.once('message', (options: FloodOptions) => run(options))
process.once('disconnect', () => process.exit(1))
