import { EventEmitter } from 'node:events'
import { createLifecycle } from './lifecycle.js'
import { createLogger } from './logger.js'

const logger = createLogger({ service: 'test', level: 'silent' })

function signals() {
  const emitter = new EventEmitter()
  const exits: number[] = []
  let exited: () => void = () => undefined
  const done = new Promise<void>((resolve) => (exited = resolve))
  const exit = (code: number) => {
    exits.push(code)
    exited()
  }
  return { source: { on: emitter.on.bind(emitter), exit }, send: (signal: string) => emitter.emit(signal), exits, done }
}

it.each(['SIGTERM', 'SIGINT'])('%s: first not ready, then hooks in reverse order, then exit 0', async (signal) => {
  const steps: string[] = []
  const lifecycle = createLifecycle({ logger })
  lifecycle.onStop('pool', () => void steps.push('pool'))
  lifecycle.onStop('server', async () => {
    expect(lifecycle.isStopping()).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 5))
    steps.push('server')
  })
  const { source, send, exits, done } = signals()
  lifecycle.handleSignals(source)
  expect(lifecycle.isStopping()).toBe(false)

  send(signal)
  expect(lifecycle.isStopping()).toBe(true)
  await done

  expect(steps).toEqual(['server', 'pool'])
  expect(exits).toEqual([0])
})

it('a second signal exits immediately', () => {
  const lifecycle = createLifecycle({ logger })
  lifecycle.onStop('stuck', () => new Promise<void>(() => undefined))
  const { source, send, exits } = signals()
  lifecycle.handleSignals(source)
  send('SIGTERM')
  expect(exits).toEqual([])
  send('SIGINT')
  expect(exits).toEqual([1])
})

it('exits with 1 when a hook never ends', async () => {
  const lifecycle = createLifecycle({ logger, stopWithinMs: 20 })
  lifecycle.onStop('stuck', () => new Promise<void>(() => undefined))
  const { source, send, exits, done } = signals()
  lifecycle.handleSignals(source)
  send('SIGTERM')
  const keepAlive = setInterval(() => undefined, 1_000)
  await done
  clearInterval(keepAlive)
  expect(exits).toEqual([1])
})

it('a hook that fails does not keep the others from running, and shows in the exit code', async () => {
  const steps: string[] = []
  const lifecycle = createLifecycle({ logger })
  lifecycle.onStop('first', () => void steps.push('first'))
  lifecycle.onStop('broken', () => {
    throw new Error('broken')
  })
  const { source, send, exits, done } = signals()
  lifecycle.handleSignals(source)
  send('SIGTERM')
  await done
  expect(steps).toEqual(['first'])
  expect(exits).toEqual([1])
})

it('drains before the hooks run: draining begins immediately, and requests are still served', async () => {
  const steps: string[] = []
  const lifecycle = createLifecycle({ logger, drainMs: 60 })
  lifecycle.onDrain(() => void steps.push('draining'))
  lifecycle.onStop('server', () => void steps.push('closed'))
  const startedAt = performance.now()
  const stopped = lifecycle.stop()
  expect([lifecycle.isStopping(), steps]).toEqual([true, ['draining']])
  expect(await stopped).toBe(true)
  expect(steps).toEqual(['draining', 'closed'])
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(59)
})

it('does not wait when nothing drains, such as in a process that does not listen yet', async () => {
  const lifecycle = createLifecycle({ logger, drainMs: 60_000 })
  expect(await lifecycle.stop()).toBe(true)
})

it('runs the hooks once, however often it is stopped', async () => {
  let runs = 0
  const lifecycle = createLifecycle({ logger, drainMs: 1 })
  lifecycle.onStop('count', () => void runs++)
  expect(await Promise.all([lifecycle.stop(), lifecycle.stop()])).toEqual([true, true])
  expect(runs).toBe(1)
})
