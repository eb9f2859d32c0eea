import { type ComponentType, lazy, useMemo } from 'react'
import { reloadingImport } from '#lib/reloading-import'

export type Chunk = {
  prepare: () => Promise<unknown>
  /** The page if it is loaded, else one that suspends until it is. */
  page: () => ComponentType<object>
}

/** A page in a file of its own, which can be loaded ahead. */
export function chunk<Module>(
  importFile: () => Promise<Module>,
  pageOf: (module: Module) => ComponentType<object>,
): Chunk {
  const load = reloadingImport(importFile)
  let loaded: ComponentType<object> | undefined
  const prepare = async () => {
    loaded = pageOf(await load())
    return loaded
  }
  const later = lazy(async () => ({ default: await prepare() }))
  return { prepare, page: () => loaded ?? later }
}

/**
 * Renders a page at once if it is loaded: React keeps a Suspense fallback for at least 300 ms, even over a page that is there
 * by then.
 */
export function ChunkPage({ of }: { of: Chunk }) {
  // The same component for as long as this page is shown, also once `page` would return the loaded one.
  const Page = useMemo(() => of.page(), [of])
  return <Page />
}
