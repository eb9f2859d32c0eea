import { failAction, repeatAction } from '#app/early-action'
import { loadFailure } from '#lib/load-failure'
import { reloadingImport } from '#lib/reloading-import'
import type { IslandName } from '#ui/island'

const loaders = {
  header: reloadingImport(() => import('./islands/header')),
  services: reloadingImport(() => import('./islands/services')),
  lessons: reloadingImport(() => import('./islands/lessons')),
  contact: reloadingImport(() => import('./islands/contact')),
}

const loadRoot = reloadingImport(() => import('./island-root'))

const hydrating = new Map<IslandName, Promise<boolean>>()

export const islandNamed = (name: IslandName) => document.querySelector<HTMLElement>(`[data-island=${name}]`)

async function load(name: IslandName): Promise<boolean> {
  const container = islandNamed(name)
  try {
    const [{ hydrateIsland }, { island }] = await Promise.all([loadRoot(), loaders[name]()])
    if (container) {
      await hydrateIsland(container, name, island)
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
