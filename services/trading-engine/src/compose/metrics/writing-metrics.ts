/** Metrics of the write path: the accounts in memory, the queues, and the writes to disk. */
import type { Metrics } from '@ats/service-kit/process'
import type { AccountQueue } from '../../commands/pipeline/account-queue.js'
import type { AccountCache, AccountCacheOptions } from '../../store/accounts/account-cache.js'
import type { Writer, WriterOptions } from '../../store/write/writer.js'

/** Up to the largest batch of the writer. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64]

export function createLookupMetrics(metrics: Metrics): AccountCacheOptions['onLookup'] {
  const count = metrics.counter({
    name: 'account_context_lookups_total',
    help: 'Lookups of accounts in memory, by result: hit or miss.',
    label: 'result',
    values: ['hit', 'miss'],
  })
  return (isHeld) => count(isHeld ? 'hit' : 'miss')
}

export function createBatchMetrics(metrics: Metrics): WriterOptions['onBatch'] {
  const observeSize = metrics.sizes('writer_batch_writes', 'Writes in each statement of the writer.', BATCH_BUCKETS)
  const observeDuration = metrics.duration(
    'writer_commit_duration_seconds',
    'Time from the start of a statement of the writer until its outcome is known.',
  )
  return (writes, seconds) => {
    observeSize(writes)
    observeDuration(seconds)
  }
}

export interface QueueMetricsSources {
  readonly queue: Pick<AccountQueue, 'size'>
  readonly writer: Pick<Writer, 'waiting'>
  readonly contexts: Pick<AccountCache, 'size'>
}

export function registerQueueMetrics(metrics: Metrics, { queue, writer, contexts }: QueueMetricsSources): void {
  metrics.figure(
    'account_queue_commands',
    'Commands under way or waiting for the turn of their account.',
    () => queue.size,
  )
  metrics.figure('writer_queue_writes', 'Writes that wait for a statement of the writer.', () => writer.waiting)
  metrics.figure(
    'account_context_entries',
    'Accounts in memory, and their positions and working orders.',
    () => contexts.size,
  )
}
