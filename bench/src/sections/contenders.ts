/** Cells that several sections run. */
import { closed, prepareBy, runCell, type Bench, type EngineUnderTest } from '../bench.js'
import type { Contender } from './rounds.js'

export const CONNECTIONS = 64
/** Each of them may make 20 requests a second: enough for the fastest engine, few enough for each to be busy. */
export const KEYS = 150
export const PLACE = `order, ${CONNECTIONS} connections`

/** Loads every account into the engine and leaves it a position: nothing timed afterwards is a first time. */
export async function warm(bench: Bench, engine: EngineUnderTest): Promise<void> {
  await prepareBy(bench, engine, { kind: 'place-once', from: 0, accounts: engine.accounts })
}

export const placing = (bench: Bench, engine: EngineUnderTest, name = PLACE): Contender => ({
  name,
  run: () => runCell(bench, name, engine, { kind: 'place', accounts: engine.accounts }, closed(CONNECTIONS)),
})

export const reading = (bench: Bench, engine: EngineUnderTest, name: string, path: string): Contender => ({
  name,
  run: () => runCell(bench, name, engine, { kind: 'read', path, accounts: engine.accounts }, closed(CONNECTIONS)),
})

export const getting = (
  bench: Bench,
  target: { port: number; users: number },
  name: string,
  path: string,
): Contender => ({
  name,
  run: () => runCell(bench, name, target, { kind: 'get', path }, closed(CONNECTIONS)),
})
