import fc from 'fast-check'

// The same cases for every mutant, and few of them: of `runs()`, PROPERTY_RUNS_MAX takes care.
fc.configureGlobal({
  seed: Number(process.env['FAST_CHECK_SEED']),
  numRuns: Number(process.env['PROPERTY_RUNS_MAX']),
  endOnFailure: true,
})
