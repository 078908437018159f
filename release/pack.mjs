/**
 * Makes of a workspace package what is published: `node release/pack.mjs sdk` writes release/out/ats-sdk-1.0.0.tgz and
 * prints its path. Several names pack several; without one, all of pack/packages.mjs. Fails when publint or
 * arethetypeswrong find anything.
 */
import { checkPackage } from './pack/check-package.mjs'
import { packPackage } from './pack/pack-package.mjs'
import { PACKAGES } from './pack/packages.mjs'

const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : Object.keys(PACKAGES)) {
  const packed = await packPackage(name)
  const problems = await checkPackage(packed)
  for (const problem of problems) process.stderr.write(`${name}: ${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  process.stdout.write(`${packed.tarball}\n`)
}
