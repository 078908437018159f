import type { PublicTrade } from '@ats/sdk/types'
import { mergeTrades } from './merge-trades.js'

const trade = (id: string, timestamp: string) => ({ id, timestamp }) as PublicTrade

describe('the latest trades', () => {
  it('are each once, newest first, and no more than asked for', () => {
    const known = [trade('b', '2026-01-01T00:00:02Z'), trade('a', '2026-01-01T00:00:01Z')]
    const told = [trade('b', '2026-01-01T00:00:02Z'), trade('c', '2026-01-01T00:00:02Z')]
    expect(mergeTrades(known, told, 2).map(({ id }) => id)).toEqual(['c', 'b'])
  })
})
