/** Import direction: http → commands | queries → core → store; packages never import services; the core is pure. */
module.exports = {
  forbidden: [
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
      name: 'market-imports-core-only',
      severity: 'error',
      from: { path: '^services/trading-engine/src/market/', pathNot: '\\.test\\.ts$' },
      to: { path: '^services/trading-engine/src/', pathNot: '^services/trading-engine/src/(market|core)/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '\\.test\\.ts$|/test/' },
    },
    {
      name: 'test-kit-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: '\\.test\\.ts$|/test/|^packages/test-kit/' },
      to: { path: '^packages/test-kit/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
