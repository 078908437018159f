import { findAnvil } from './find-anvil.js'

/** A `describe` for tests that need a local chain: skipped, with the reason in its name, on a machine without anvil. */
export function describeWithChain(name: string, define: () => void): void {
  if (findAnvil() === null)
    describe.skip(`${name} (skipped: no anvil, needs npm ci --prefix release)`, () => test('needs it', () => undefined))
  else describe(name, define)
}
