/**
 * What is published of each package. `entries`: the name under which it is imported (`.` the package itself), or its
 * `bin` name, with its source. `formats`: programs need one. `platform`: `neutral` for what also runs in browsers.
 */
export const PACKAGES = {
  sdk: {
    entries: { '.': 'src/index.ts', './webhooks': 'src/webhooks.ts' },
    formats: ['esm', 'cjs'],
    platform: 'neutral',
  },
}
