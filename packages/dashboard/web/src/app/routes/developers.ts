import type { Screen } from '../screen.js'

export const DEVELOPERS: readonly Screen[] = []
