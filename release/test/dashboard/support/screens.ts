import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/installed.js'

const ROUTES = join(ROOT, 'packages/dashboard/web/src/app/routes')

/** The paths of all screens, as the routes list them: a new screen is among them by itself. */
export function screenPaths(): readonly string[] {
  const text = readdirSync(ROUTES).map((name) => readFileSync(join(ROUTES, name), 'utf8'))
  const screens = text.join('\n').match(/\bimport\(/g) ?? []
  const paths = [...text.join('\n').matchAll(/'(\/[^']*)'/g)].map(([, path = '']) => path)
  if (paths.length !== screens.length) throw new Error(`${screens.length} screens, of which ${paths.length} say a path`)
  return paths
}

/** The parts of an address in a firm. */
export type Places = Readonly<Record<'id' | 'challenge' | 'n' | 'venue' | 'symbol', string>>

/** The address of a screen with its parts in place. */
export const addressOf = (path: string, places: Places): string =>
  path
    .replace('/plans/:id', '/plans/standard-100k')
    .replace('/programs/:id', '/programs/two-step')
    .replace('/challenges/:id', '/challenges/:challenge')
    .replace('/competitions/:id', '/competitions/spring')
    .replaceAll(/:(\w+)/g, (_text, name: keyof Places) => {
      if (!(name in places)) throw new Error(`which ${name} is meant in ${path}?`)
      return places[name]
    })
