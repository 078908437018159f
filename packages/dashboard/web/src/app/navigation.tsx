import { NavLink } from 'react-router'
import { text } from '../text/en/nav.js'
import styles from './navigation.module.css'
import type { Screen } from './screen.js'

const GROUPS = ['trading', 'developers', 'firm'] as const

/** The screens of the user, by subject. */
export const Navigation = ({ screens }: { readonly screens: readonly Screen[] }) =>
  GROUPS.map((group) => {
    const links = screens.filter(({ nav }) => nav?.group === group && nav.isUnlisted !== true)
    if (links.length === 0) return null
    return (
      <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
        <h2 id={`group-${group}`} className={styles.title}>
          {text.groups[group]}
        </h2>
        {links.map(({ path, nav }) => (
          <NavLink
            key={path}
            to={path}
            end={screens.some((other) => other.nav !== undefined && other.path.startsWith(`${path}/`))}
            className={styles.link ?? ''}
          >
            {nav?.label}
          </NavLink>
        ))}
      </section>
    )
  })
