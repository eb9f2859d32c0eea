import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1]
type Ids = ReadonlySet<string>

const source = join(import.meta.dirname, 'src')
const home = join(source, 'features/home/hydrate-home.ts')
const start = join(source, 'start.ts')
const main = join(source, 'main.tsx')
const signIn = ['login-page.tsx', 'callback-page.tsx'].map((file) => join(source, 'features/sign-in', file))
const dashboard = join(source, 'app/dashboard-page.tsx')

/** The modules that one needs before it runs. */
function needsOf(id: string, context: Context, follow: 'static' | 'all'): Ids {
  const found = new Set<string>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const info = found.has(next) ? null : context.getModuleInfo(next)
    if (!info) continue
    found.add(next)
    open.push(...info.importedIds, ...(follow === 'all' ? info.dynamicallyImportedIds : []))
  }
  return found
}

/** The file of each module that the screens share, by its id. */
function place(context: Context): ReadonlyMap<string, string> {
  const atHome = needsOf(home, context, 'all')
  const atFirstSight = new Set([start, home].flatMap((id) => [...needsOf(id, context, 'static')]))
  const app = needsOf(main, context, 'static')
  const desk = needsOf(dashboard, context, 'static')
  const beforeSignIn = new Set(signIn.flatMap((id) => [...needsOf(id, context, 'static')]))
  const everything = needsOf(main, context, 'all')
  // A screen or a dialog that is loaded on demand; an island of the home page is none.
  const screens = [...everything].filter((id) =>
    context.getModuleInfo(id)?.dynamicImporters.some((importer) => everything.has(importer)),
  )
  const uses = new Map<string, number>()
  for (const screen of screens)
    for (const id of needsOf(screen, context, 'static')) uses.set(id, (uses.get(id) ?? 0) + 1)

  const places = new Map<string, string>()
  for (const id of everything) {
    const isShared = (uses.get(id) ?? 0) > 1
    if (id === main || screens.includes(id) || id.endsWith('.css')) continue
    if (atHome.has(id)) {
      if (app.has(id) || isShared) places.set(id, atFirstSight.has(id) ? 'base' : 'islands')
    } else if (app.has(id)) places.set(id, 'app')
    else if (desk.has(id)) places.set(id, beforeSignIn.has(id) ? 'app' : 'desk')
  }
  return places
}

/**
 * Puts what several screens share into a few files, since a first visit takes as many round trips as there are files
 * divided by six: `base` is on every page, `islands` is what the home page loads later, `app` is on every staff page, also
 * before the sign-in, and `desk` is the frame of the dashboard with its tables.
 */
export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  let places: ReadonlyMap<string, string> | undefined
  return ['base', 'islands', 'app', 'desk'].map((name, at) => ({
    name: (id, context) => {
      places ??= place(context)
      return places.get(id) === name ? name : null
    },
    debugName: name,
    priority: 10 - at,
  }))
}
