import { useAtom } from 'jotai'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { useShortcuts } from '#lib/use-shortcuts'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { keysAtom } from './keys.atoms'

const loadPalette = reloadingImport(() => import('./palette'))
const loadKeyList = reloadingImport(() => import('./key-list'))
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const KeyList = lazy(async () => ({ default: (await loadKeyList()).KeyList }))

/** `Ctrl+K` opens the palette, `?` the list of keys, on every staff page. */
export function KeysHost() {
  const [shown, show] = useAtom(keysAtom)
  useShortcuts({ 'Control+k': () => show('palette'), '?': () => show('list') })
  if (shown === null) return null
  return (
    <ChunkBoundary loading={null}>
      {shown === 'palette' ? <Palette onClose={() => show(null)} /> : <KeyList onClose={() => show(null)} />}
    </ChunkBoundary>
  )
}
