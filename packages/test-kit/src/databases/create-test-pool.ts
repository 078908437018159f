import { createPool, type PoolOptions } from '@ats/service-kit/db'
import type { Pool } from 'pg'

/**
 * How many times longer than in production everything may take that is not itself what is tested: the machine may be
 * busy, and nobody waits.
 */
export const TEST_TIMEOUT_FACTOR = 20

/** For looking behind an API, or for a part of a service that is tested by itself. */
export const createTestPool = (connectionString: string, options: Partial<PoolOptions> = {}): Pool =>
  createPool({ connectionString, max: 2, applicationName: 'test', timeoutFactor: TEST_TIMEOUT_FACTOR, ...options })
