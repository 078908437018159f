/** A receiver of webhooks in a process of its own: accepts each immediately. Prints where it is and what to trust. */
import { startWebhookReceiver } from '@ats/test-kit'

async function main(): Promise<void> {
  const receiver = await startWebhookReceiver()
  process.stdout.write(`${JSON.stringify({ url: receiver.url, caFile: receiver.caFile })}\n`)
  process.once('SIGTERM', () => void receiver.close().then(() => process.exit(0)))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
