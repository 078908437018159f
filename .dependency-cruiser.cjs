/** Which room of the engine, or part of the kit, may import which: rooms.json, drawn in docs/ARCHITECTURE.md; what is not named is forbidden. */
const { engine, core, store, kit } = require('./rooms.json')

/** A rule for each room: of the others in its house it imports those it is allowed, and nothing else. */
const rooms = (house, allowed) =>
  Object.entries(allowed).map(([room, others]) => ({
    name: `${house.split('/').pop()}/${room}-imports-only: ${others.join(', ') || 'nothing'}`,
    severity: 'error',
    from: { path: `^${house}/${room}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^${house}/(${Object.keys(allowed).join('|')})/`,
      pathNot: `^${house}/(${[room, ...others].join('|')})/`,
    },
  }))

const SRC = 'services/trading-engine/src'

module.exports = {
  forbidden: [
    ...rooms(SRC, engine),
    ...rooms(`${SRC}/core`, core),
    ...rooms(`${SRC}/store`, store),
    ...rooms('packages/service-kit/src', kit),
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'packages-never-import-services',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'services-never-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'nothing-imports-http',
      severity: 'error',
      from: {
        path: '^services/[^/]+/src/',
        pathNot: '^services/[^/]+/src/(http/|compose/|compose\\.ts$|main\\.ts$|openapi\\.ts$)',
      },
      to: { path: '^services/[^/]+/src/http/' },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      from: { path: '^services/[^/]+/src/core/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^services/[^/]+/src/core/|^node:crypto$|^crypto$|^packages/contracts/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '\\.test\\.ts$|/test/' },
    },
    {
      name: 'browser-and-gateway-share-nothing',
      severity: 'error',
      from: { path: '^packages/dashboard/(web|src)/' },
      to: { path: '^packages/dashboard/(web|src)/', pathNot: '^packages/dashboard/$1/' },
    },
    {
      name: 'screens-never-import-each-other',
      severity: 'error',
      from: { path: '^packages/dashboard/web/src/screens/([^/]+)/' },
      to: { path: '^packages/dashboard/web/src/screens/', pathNot: '^packages/dashboard/web/src/screens/$1/' },
    },
    {
      name: 'screens-are-built-of-what-they-share',
      severity: 'error',
      from: { path: '^packages/dashboard/web/src/(ui|api|live|text)/' },
      to: { path: '^packages/dashboard/web/src/(screens|app)/' },
    },
    {
      name: 'test-kit-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: '\\.test\\.ts$|/test/|^packages/test-(kit|chain)/' },
      to: { path: '^packages/test-(kit|chain)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist(-web|-docs)?/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
