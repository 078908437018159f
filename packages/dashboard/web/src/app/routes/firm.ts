import type { Screen } from '../screen.js'

export const FIRM: readonly Screen[] = []
