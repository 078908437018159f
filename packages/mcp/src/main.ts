#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createServers } from './server.js'
import { serveHttp } from './serve-http.js'
import { environment, readSettings, USAGE, UsageError } from './config.js'

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), environment)
  if (settings === 'help') return void process.stdout.write(USAGE)
  const create = createServers(settings)
  if (settings.http === null) return create().connect(new StdioServerTransport())
  const server = await serveHttp(create, settings.http)
  process.stderr.write(`ats-mcp serves ${server.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`ats-mcp: ${message}\n${error instanceof UsageError ? `\n${USAGE}` : ''}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
