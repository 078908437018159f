import { execFileSync } from 'node:child_process'

/** The process and all its descendants. */
export function processTree(root: number): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const tree = [root]
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid && child !== undefined) tree.push(child)
  }
  return tree
}

/** Kills a process with SIGKILL; one that has already ended is no error. */
export function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Memory the process holds, in bytes; 0 when it has ended. */
export function residentBytes(pid: number): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
  } catch {
    return 0
  }
}
