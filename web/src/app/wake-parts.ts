import { reloadingImport } from '#lib/reloading-import'
import type { PartName } from '#ui/part'

const loaders = {
  header: reloadingImport(() => import('./parts/header')),
  services: reloadingImport(() => import('./parts/services')),
  lessons: reloadingImport(() => import('./parts/lessons')),
  contact: reloadingImport(() => import('./parts/contact')),
}

const loadRoot = reloadingImport(() => import('./part-root'))

const waking = new Map<PartName, Promise<boolean>>()

export const partNamed = (name: PartName) => document.querySelector<HTMLElement>(`[data-part=${name}]`)

async function load(name: PartName): Promise<boolean> {
  const container = partNamed(name)
  try {
    const [{ hydratePart }, { part }] = await Promise.all([loadRoot(), loaders[name]()])
    if (container) {
      await hydratePart(container, name, part)
      container.dataset.awake = 'true'
    }
    return true
  } catch {
    waking.delete(name)
    return false
  }
}

/** Makes a prerendered part interactive, once. `false` when its file did not load: it is tried again at the next call. */
export function wake(name: PartName): Promise<boolean> {
  const known = waking.get(name)
  if (known) return known
  const woken = load(name)
  waking.set(name, woken)
  return woken
}
