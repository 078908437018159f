// Given to Node with --require: says at the end whether the process has loaded the library that speaks to chains.
process.on('exit', () => {
  const isLoaded = Object.keys(require.cache).some((file) => file.includes('node_modules/viem/'))
  process.stderr.write(`viem: ${isLoaded ? 'loaded' : 'not loaded'}\n`)
})
