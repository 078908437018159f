/**
 * The published part of each package. `entries`: the names under which it is imported (`.` is the package itself), with
 * their sources; `bin`: its programs, likewise. `formats`: programs need one. `platform`: `neutral` for what also runs in browsers.
 */
export const PACKAGES = {
  sdk: {
    entries: { '.': 'src/index.ts', './tape': 'src/tape.ts', './webhooks': 'src/webhooks.ts' },
    formats: ['esm', 'cjs'],
    platform: 'neutral',
  },
  ccxt: { entries: { '.': 'src/index.ts' }, formats: ['esm', 'cjs'], platform: 'node' },
  mcp: { entries: {}, bin: { 'ats-mcp': 'src/main.ts' }, formats: ['esm'], platform: 'node' },
  cli: { entries: {}, bin: { ats: 'src/main.ts' }, formats: ['esm'], platform: 'node' },
}
