import { useEffect } from 'react'
import { Redirect, Route, Switch, useSearchParams } from 'wouter'
import { Dashboard } from '#features/records/dashboard'
import { NewRecordContext } from '#features/records/list/references/references.api'
import { ExtensionsContext } from '#features/records/list/use-schema'
import { paths } from '#lib/paths'
import { startsWithToday } from '#lib/start-page'
import { ChunkBoundary, ChunkPage, onDemand } from '#ui/chunk'
import { usePageTitle } from '#ui/page-title'
import { DashboardHeader, StaffLayout } from './dashboard-header'
import { useKeptFocus } from './keep-focus'
import { extensions, hosts } from './modules'
import { AboveTables, RightFor } from './navigation'
import { staffPages } from './staff-pages'

/** The element and those around it that have a title. */
function titledFrom(target: EventTarget | null): HTMLElement[] {
  const titled = target instanceof Element ? target.closest<HTMLElement>('[title]') : null
  return titled ? [titled, ...titledFrom(titled.parentElement)] : []
}

/**
 * Titles are shown for a pointer that hovers. After a tap no pointer moves away, so a title would stay over what was tapped, and over
 * what it opened: from then on titles are accessible names only, until a mouse is used.
 */
export function useQuietTitles() {
  useEffect(() => {
    const quiet = new Map<HTMLElement, { title: string; isName: boolean }>()
    function hide({ pointerType, target }: PointerEvent) {
      if (pointerType === 'mouse') return restore()
      for (const element of titledFrom(target)) {
        const isNamed = element.matches('[aria-label], [aria-labelledby], input, select, textarea, :has([alt])')
        const isName = !isNamed && element.textContent.trim() === ''
        quiet.set(element, { title: element.title, isName })
        if (isName) element.setAttribute('aria-label', element.title)
        element.removeAttribute('title')
      }
    }
    function restore() {
      for (const [element, { title, isName }] of quiet) {
        if (isName) element.removeAttribute('aria-label')
        if (!element.hasAttribute('title')) element.title = title
      }
      quiet.clear()
    }
    const listen = new AbortController()
    const early = { capture: true, signal: listen.signal }
    document.addEventListener('pointerdown', hide, early)
    document.addEventListener('pointerover', ({ pointerType }) => pointerType === 'mouse' && restore(), early)
    return () => {
      listen.abort()
      restore()
    }
  }, [])
}

const NewRecordDialog = onDemand(() =>
  import('#features/records/record/new-record/new-record-dialog').then((file) => file.NewRecordDialog),
)

/** The staff pages: a chunk of its own. */
export function DashboardPage() {
  useKeptFocus()
  useQuietTitles()
  return (
    <ExtensionsContext value={extensions}>
      <NewRecordContext value={NewRecordDialog}>
        <Switch>
          {Object.entries(staffPages).map(([path, page]) => (
            <Route key={path} path={path}>
              <StaffLayout isWide={path === paths.inbox}>
                <ChunkBoundary>
                  <RightFor path={path}>
                    <ChunkPage of={page} />
                  </RightFor>
                </ChunkBoundary>
              </StaffLayout>
            </Route>
          ))}
          <Route>
            <Tables />
          </Route>
        </Switch>
        {hosts.map((Host) => (
          <Host key={Host.name} />
        ))}
      </NewRecordContext>
    </ExtensionsContext>
  )
}

/** The tables; without a table in the address those who chose so start with Today. */
function Tables() {
  usePageTitle('Admin Dashboard')
  const [search] = useSearchParams()
  if (location.pathname === paths.admin && location.search === '' && startsWithToday())
    return <Redirect to={paths.today} replace />
  const header = (
    <div>
      <DashboardHeader />
      <AboveTables path={location.pathname} table={search.get('table') ?? ''} />
    </div>
  )
  return <Dashboard header={header} />
}
