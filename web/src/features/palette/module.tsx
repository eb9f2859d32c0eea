import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { FeatureModule } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { ChunkBoundary } from '#ui/chunk'
import { mayUndoAtom, undoAtom } from '#ui/toast'
import { keysAtom } from './keys.atoms'

const loadPalette = reloadingImport(() => import('./palette'))
const loadKeyList = reloadingImport(() => import('./key-list'))
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const KeyList = lazy(async () => ({ default: (await loadKeyList()).KeyList }))

/** `Ctrl+K` opens the palette, `?` the list of keys, and `Ctrl+Z` undoes the last change, on every staff page. */
export function KeysHost() {
  const [shown, show] = useAtom(keysAtom)
  const mayUndo = useAtomValue(mayUndoAtom)
  const undo = useSetAtom(undoAtom)
  useShortcuts({
    'Control+k': () => show('palette'),
    'Control+z': mayUndo ? () => undo() : undefined,
    '?': () => show('list'),
  })
  if (shown === null) return null
  return (
    <ChunkBoundary loading={null}>
      {shown === 'palette' ? <Palette onClose={() => show(null)} /> : <KeyList onClose={() => show(null)} />}
    </ChunkBoundary>
  )
}

export const paletteModule: FeatureModule = { Host: KeysHost }
