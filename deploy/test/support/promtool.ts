import { spawnSync } from 'node:child_process'

/** A `describe` that is skipped, with the reason in its name, on a machine without promtool. */
export function describePromtool(name: string, define: () => void): void {
  if (spawnSync('promtool', ['--version']).status === 0) describe(name, define)
  else describe.skip(`${name} (skipped: no promtool on the PATH)`, () => test('needs it', () => undefined))
}
