import { useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { nextLessonsAtom } from './site-content.atoms'

const loadLessons = reloadingImport(() => import('./next-lessons'))

/** The next lessons, whose file is loaded once there are any; without it the page stays as it is. */
export function LateLessons() {
  const hasLessons = useAtomValue(nextLessonsAtom).length > 0
  const [Lessons, setLessons] = useState<ComponentType>()
  useEffect(() => {
    if (!hasLessons) return
    loadLessons().then(
      ({ NextLessons }) => setLessons(() => NextLessons),
      () => {},
    )
  }, [hasLessons])
  return Lessons && <Lessons />
}
