import { matchPath } from 'react-router'
import type { Role } from '../api/session.js'
import { DEVELOPERS } from './routes/developers.js'
import { FIRM } from './routes/firm.js'
import { MARKET } from './routes/market.js'
import { TRADING } from './routes/trading.js'
import type { Screen } from './screen.js'

const ALL: readonly Screen[] = [...TRADING, ...MARKET, ...DEVELOPERS, ...FIRM]

/** The screens of who has these roles. */
export const screensFor = (roles: readonly Role[]): readonly Screen[] => ALL.filter(({ role }) => roles.includes(role))

/** Fetches the program of the screen at a path while it is not yet known who is there; without roles it goes unused. */
export const fetchScreenAt = (path: string): void => ALL.find((one) => matchPath(one.path, path) !== null)?.fetch()
