import { basename } from 'node:path'

/** The manifest as it is published: that of the workspace, with the built files and without what is for the workspace. */
export function publishedManifest(manifest, { entries, formats, bin = {} }) {
  const { name, version, description, license, dependencies, peerDependencies, peerDependenciesMeta } = manifest
  const built = (path, extension) => `./dist/${basename(path, '.ts')}.${extension}`
  const conditions = (path) => ({
    import: { types: built(path, 'd.ts'), default: built(path, 'js') },
    ...(formats.includes('cjs') ? { require: { types: built(path, 'd.cts'), default: built(path, 'cjs') } } : {}),
  })
  const main = entries['.']
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    files: ['dist'],
    ...(main === undefined ? {} : mainFields(main, formats, built)),
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([at, path]) => [at, conditions(path)])),
      './package.json': './package.json',
    },
    ...(Object.keys(bin).length === 0
      ? {}
      : { bin: Object.fromEntries(Object.entries(bin).map(([command, path]) => [command, built(path, 'js')])) }),
    dependencies,
    peerDependencies,
    peerDependenciesMeta,
  }
}

/** For tools that do not know `exports`. */
const mainFields = (main, formats, built) =>
  formats.includes('cjs')
    ? { main: built(main, 'cjs'), module: built(main, 'js'), types: built(main, 'd.cts') }
    : { main: built(main, 'js'), types: built(main, 'd.ts') }
