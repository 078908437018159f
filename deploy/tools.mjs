/**
 * Programs that check manifests, of exact versions. Go builds them once, into a folder outside the tree:
 * `node deploy/tools.mjs kustomize` prints where kustomize is.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

const PACKAGES = {
  cyclonus: 'github.com/mattfenwick/cyclonus/cmd/cyclonus@v0.5.6',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
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

/** The path of a program; the first time, Go builds it in a minute or two. */
export function findTool(name) {
  const folder = join(CACHE, PACKAGES[name].replaceAll('/', '-'))
  const program = join(folder, name)
  if (!existsSync(program)) go(['install', PACKAGES[name]], { GOBIN: folder })
  return program
}

/** The folder with the files of a Go module, `path@version`. */
export const findModule = (module) => JSON.parse(go(['mod', 'download', '-json', module])).Dir

/** The manifests of an overlay, as they would be sent to a cluster. */
export const render = (overlay) =>
  execFileSync(findTool('kustomize'), ['build', join(import.meta.dirname, '..', 'k8s', 'overlays', overlay)], {
    encoding: 'utf8',
  })

if (basename(process.argv[1] ?? '') === basename(import.meta.filename)) console.log(findTool(process.argv[2]))
