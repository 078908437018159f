// Compiles packages/test-chain/contracts into its artifacts; with `--check` it writes nothing, and fails where they differ.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import solc from 'solc'

const KIT = join(import.meta.dirname, '..', 'packages', 'test-chain')
const SOURCES = join(KIT, 'contracts')
const ARTIFACTS = join(KIT, 'artifacts')

const sourceFiles = readdirSync(SOURCES).filter((file) => file.endsWith('.sol'))
const sources = Object.fromEntries(
  sourceFiles.map((file) => [file, { content: readFileSync(join(SOURCES, file), 'utf8') }]),
)
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  viaIR: true,
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}
const { contracts = {}, errors = [] } = JSON.parse(
  solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
)
for (const { formattedMessage } of errors) process.stderr.write(formattedMessage)
if (errors.some(({ severity }) => severity === 'error')) process.exit(1)

/** One line for each entry of the ABI, so that a change of a contract can be read in its artifact. */
function textOf(contractName, { abi, evm }) {
  const entries = abi.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  return `{\n  "contractName": "${contractName}",\n  "abi": [\n${entries}\n  ],\n  "bytecode": "0x${evm.bytecode.object}"\n}\n`
}

// A file's contract is the one of its name; others in it are its parts.
const compiled = new Map(
  sourceFiles.map((file) => {
    const name = basename(file, '.sol')
    const contract = contracts[file]?.[name]
    if (contract === undefined) throw new Error(`${file} has no contract ${name}`)
    return [`${name}.json`, textOf(name, contract)]
  }),
)
const present = readdirSync(ARTIFACTS).filter((file) => file.endsWith('.json'))
const current = (file) => (existsSync(join(ARTIFACTS, file)) ? readFileSync(join(ARTIFACTS, file), 'utf8') : undefined)
const stale = [...new Set([...present, ...compiled.keys()])].filter((file) => current(file) !== compiled.get(file))

if (process.argv.includes('--check')) {
  if (stale.length > 0) process.stderr.write(`not as compiled: ${stale.join(', ')}\n`)
  process.exit(stale.length === 0 ? 0 : 1)
}
for (const file of stale) {
  const text = compiled.get(file)
  if (text === undefined) rmSync(join(ARTIFACTS, file))
  else writeFileSync(join(ARTIFACTS, file), text)
  process.stdout.write(`${text === undefined ? 'removed' : 'compiled'} ${file}\n`)
}
