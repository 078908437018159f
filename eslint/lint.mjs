// `npm run lint` checks everything; `npm run lint -- --changed` only the files that differ from main, in seconds.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const run = (command, args) => spawnSync('npx', ['--no-install', command, ...args], { stdio: 'inherit' }).status === 0

/** As `files` of cspell.json. */
const WITH_WORDS = /\.(?:tsx?|mjs|cjs|md|sql|ya?ml|sh)$/

function changedFiles() {
  const [base] = git('merge-base', 'HEAD', 'main')
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(files)].filter((file) => existsSync(file))
}

function lintChanged() {
  const files = changedFiles()
  if (files.length === 0) return true
  const sources = files.filter((file) => /\.tsx?$/.test(file))
  const words = files.filter((file) => WITH_WORDS.test(file))
  console.log(`${files.length} files differ from main`)
  return [
    sources.length === 0 || run('eslint', ['--no-warn-ignored', ...sources]),
    run('prettier', ['--check', '--ignore-unknown', ...files]),
    words.length === 0 || run('cspell', ['lint', '--no-progress', ...words]),
  ].every(Boolean)
}

/** Prints what it has said once it has ended: several run at a time. */
const runScript = (script) =>
  new Promise((resolve) => {
    execFile('npm', ['run', '--silent', script], { maxBuffer: Infinity }, (error, said, complaints) => {
      process.stdout.write(said)
      process.stderr.write(complaints)
      resolve(error === null)
    })
  })

const lintAll = async () => {
  const results = await Promise.all(['lint:code', 'lint:files', 'lint:words'].map(runScript))
  return results.every(Boolean)
}

process.exitCode = (process.argv.includes('--changed') ? lintChanged() : await lintAll()) ? 0 : 1
