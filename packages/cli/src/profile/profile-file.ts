import { Failure } from '../failure.js'
import { readPrivateFile, writePrivateFile } from './private-file.js'

/** One installation and one key of it. */
export interface Profile {
  readonly url: string
  readonly walletUrl?: string
  readonly key: string
  readonly secret: string
  /** The account of commands that name none. */
  readonly account?: string
  readonly user?: string
  /** Signs what `ats listen` forwards; the same every time, so that a receiver can keep it. */
  readonly listenSecret?: string
}

export interface ProfileFile {
  readonly current: string
  readonly profiles: Readonly<Record<string, Profile>>
}

const EMPTY: ProfileFile = { current: 'default', profiles: {} }

/** @throws Failure usage, when the file is not one of ours */
export function readProfiles(path: string): ProfileFile {
  const found = readPrivateFile(path)
  if (found === null) return EMPTY
  if (isProfileFile(found)) return found
  throw new Failure('usage', `${path} is not a file of profiles: move it away, and log in again`)
}

const isProfileFile = (value: unknown): value is ProfileFile =>
  isRecord(value) &&
  typeof value['current'] === 'string' &&
  isRecord(value['profiles']) &&
  Object.values(value['profiles']).every(
    (profile) => isRecord(profile) && ['url', 'key', 'secret'].every((field) => typeof profile[field] === 'string'),
  )

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads, changes and writes the file. */
export function changeProfiles(path: string, change: (file: ProfileFile) => ProfileFile): ProfileFile {
  const changed = change(readProfiles(path))
  writePrivateFile(path, changed)
  return changed
}

export const withProfile = (file: ProfileFile, name: string, profile: Profile): ProfileFile => ({
  current: name,
  profiles: { ...file.profiles, [name]: profile },
})

export function withoutProfile({ current, profiles }: ProfileFile, name: string): ProfileFile {
  const left = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name))
  return { current: current === name ? (Object.keys(left)[0] ?? EMPTY.current) : current, profiles: left }
}
