import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { contentAtom, isUnsavedAtom, saveWebsiteAtom } from './website.atoms'

const pauseMs = 600

/** Saves the draft after a pause in typing, and when the page is left. */
export function useAutosave() {
  const content = useAtomValue(contentAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  const save = useSetAtom(saveWebsiteAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit restarts the pause.
  useEffect(() => {
    if (!isUnsaved) return
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [content, isUnsaved, save])
  useEffect(() => {
    const saveNow = () => void save()
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [save])
}
