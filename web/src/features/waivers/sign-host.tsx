import { useAtom } from 'jotai'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { signingAtom } from '#lib/waiver-signing'
import { ChunkBoundary } from '#ui/chunk-boundary'

const load = reloadingImport(() => import('./sign-screen'))
const SignScreen = lazy(async () => ({ default: (await load()).SignScreen }))

/** Shows the waiver that is being signed. */
export function SignHost() {
  const [student, setStudent] = useAtom(signingAtom)
  if (!student) return null
  return (
    <ChunkBoundary loading={null}>
      <SignScreen key={student.id} student={student} onClose={() => setStudent(null)} />
    </ChunkBoundary>
  )
}
