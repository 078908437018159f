// Given to Node with --require: says at the end which files of OpenTelemetry the process has loaded.
process.on('exit', () => {
  const loaded = Object.keys(require.cache).flatMap((file) => file.split('node_modules/@opentelemetry/')[1] ?? [])
  const packages = [...new Set(loaded.map((file) => file.split('/')[0]))].sort()
  process.stderr.write(`loaded of OpenTelemetry: ${packages.join(' ')}\n`)
})
