import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { answersReady } from '../processes/answers-ready.js'
import { EndedAtStart } from '../start-error.js'
import { runService } from './start-service.js'
import { openWorkspace, type Workspace } from './workspace.js'

let workspace: Workspace
/** Another program on the port, which says that it is ready. */
let other: Server
let port: number

beforeAll(async () => {
  workspace = await openWorkspace('start-service-')
  other = createServer((request, response) => {
    response.setHeader('x-instance-id', String(request.headers['x-test-says'] ?? 'another'))
    response.end('{"ready":true}')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  port = (other.address() as AddressInfo).port
})
afterAll(async () => {
  await once(other.close(), 'close')
  await workspace.guardian.stop()
})

test('200 from another program on the port is not the readiness of the one that was started', async () => {
  expect(await answersReady(port)).toBe(true)
  expect(await answersReady(port, { instanceId: 'another' })).toBe(true)
  expect(await answersReady(port, { instanceId: 'ours' })).toBe(false)
})

test('a service that cannot have its port fails, though the program that has it is ready', async () => {
  const entry = join(workspace.directory, 'late.cjs')
  // As a service that migrates first: it comes to its port late, and ends as it is in use.
  const listening = `require('node:http').createServer().listen(Number(process.env.PORT), '127.0.0.1')`
  writeFileSync(entry, `setTimeout(() => ${listening}, 300)`)
  const ports = { PORT: port, INTERNAL_PORT: 0, GATEWAY_PORT: 0 }
  const service = await runService({ ...workspace, name: 'late', entry, environment: {} }, ports)
  await expect(service.ready()).rejects.toThrow(EndedAtStart)
})
