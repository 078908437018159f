import { Badge, Burger, Group, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { configQuery } from '../api/market.js'
import { text } from '../text/en/app.js'
import { ConnectionBadge } from './connection-badge.js'
import { ErrorBoundary } from './error-boundary.js'
import { Navigation } from './navigation.js'
import { NotFound } from './not-found.js'
import { Overlays, openHelp, openSearch } from './overlays.js'
import type { Screen } from './screen.js'
import { screensFor } from './screens.js'
import { useSession } from './session-context.js'
import styles from './shell.module.css'
import { UserMenu } from './user-menu.js'

/** The frame of every screen: the navigation of the user's roles, search, help, and who is signed in. */
export function Shell() {
  const { roles } = useSession()
  const { pathname } = useLocation()
  const [isNavOpen, setNavOpen] = useState(false)
  const screens = screensFor(roles)
  const listed = useListed(screens)
  const start = screens[0]?.path ?? '/'

  useEffect(() => {
    setNavOpen(false)
    window.scrollTo(0, 0)
  }, [pathname])

  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {text.skip}
      </a>
      <Header start={start} isNavOpen={isNavOpen} onToggleNav={() => setNavOpen(!isNavOpen)} />
      <nav id="navigation" className={styles.navigation} data-open={isNavOpen} aria-label={text.navigation}>
        <Navigation screens={listed} />
      </nav>
      <main id="content" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Routes>
              <Route index element={<Navigate to={start} replace />} />
              {screens.map(({ path, Component }) => (
                <Route key={path} path={path} element={<Component />} />
              ))}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Overlays screens={listed} />
    </div>
  )
}

/** The screens that the engine has something for. */
function useListed(screens: readonly Screen[]): readonly Screen[] {
  const needsFeatures = screens.some(({ nav }) => nav?.feature !== undefined)
  const { data: config } = useQuery({ ...configQuery, enabled: needsFeatures })
  return screens.filter(({ nav }) => nav?.feature === undefined || config?.features[nav.feature] === true)
}

interface HeaderProps {
  readonly start: string
  readonly isNavOpen: boolean
  readonly onToggleNav: () => void
}

function Header({ start, isNavOpen, onToggleNav }: HeaderProps) {
  const { login, roles } = useSession()
  return (
    <header className={styles.header}>
      <Group gap="xs" wrap="nowrap">
        <Burger
          opened={isNavOpen}
          onClick={onToggleNav}
          size="sm"
          className={styles.burger}
          aria-label={isNavOpen ? text.closeMenu : text.openMenu}
          aria-expanded={isNavOpen}
          aria-controls="navigation"
        />
        <Link to={start} className={styles.brand} aria-label={text.start}>
          <span className={styles.mark} aria-hidden />
          <span className={styles.product}>ATS</span>
        </Link>
        {login === 'demo' && (
          <Badge variant="default" radius="sm" title={text.demoHint} className={styles.demo}>
            {text.demo}
          </Badge>
        )}
      </Group>
      <Group gap={6} wrap="nowrap">
        {roles.includes('trader') && <ConnectionBadge />}
        <UnstyledButton className={styles.search} onClick={openSearch}>
          <span>{text.search}</span>
          <kbd className={styles.keys} aria-hidden>
            {text.searchKeys}
          </kbd>
        </UnstyledButton>
        <UnstyledButton className={styles.help} onClick={openHelp} aria-label={text.help} title={text.help}>
          ?
        </UnstyledButton>
        <UserMenu />
      </Group>
    </header>
  )
}

const ScreenSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={28} width={180} />
    <Skeleton height={220} />
    <Skeleton height={220} />
  </Stack>
)
