import type { PartName } from '#ui/part'

const loaders = {
  header: () => import('./parts/header'),
  services: () => import('./parts/services'),
  lessons: () => import('./parts/lessons'),
  contact: () => import('./parts/contact'),
}

const waking = new Map<PartName, Promise<boolean>>()

export const partNamed = (name: PartName) => document.querySelector<HTMLElement>(`[data-part=${name}]`)

async function load(name: PartName): Promise<boolean> {
  const container = partNamed(name)
  try {
    const [{ hydratePart }, { part }] = await Promise.all([import('./part-root'), loaders[name]()])
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
