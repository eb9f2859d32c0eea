import { loadFailure } from '#lib/load-failure'
import { reloadingImport } from '#lib/reloading-import'
import type { IslandName } from '#ui/island'
import { failAction, repeatAction } from './early-action'

const loaders = {
  header: reloadingImport(() => import('../header').then(({ Header }) => Header)),
  services: reloadingImport(() => import('../services').then(({ Services }) => Services)),
  lessons: reloadingImport(() => import('../next-lessons').then(({ NextLessons }) => NextLessons)),
  contact: reloadingImport(() => import('../offered-form').then(({ OfferedForm }) => OfferedForm)),
}

const loadRoot = reloadingImport(() => import('./island-root'))

const hydrating = new Map<IslandName, Promise<boolean>>()

export const islandNamed = (name: IslandName) => document.querySelector<HTMLElement>(`[data-island=${name}]`)

async function load(name: IslandName): Promise<boolean> {
  const container = islandNamed(name)
  try {
    const [{ hydrateIsland }, Island] = await Promise.all([loadRoot(), loaders[name]()])
    if (container) {
      await hydrateIsland(container, name, Island)
      container.dataset.hydrated = 'true'
    }
    repeatAction(name)
    return true
  } catch {
    hydrating.delete(name)
    failAction(name, loadFailure.text)
    return false
  }
}

/** Makes a prerendered island interactive, once. `false` when its file did not load: it is tried again at the next call. */
export function hydrate(name: IslandName): Promise<boolean> {
  const known = hydrating.get(name)
  if (known) return known
  const hydrated = load(name)
  hydrating.set(name, hydrated)
  return hydrated
}
