import { useAtom } from 'jotai'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { FeatureModule } from '#lib/table-extension'
import { signingAtom } from '#lib/waiver-signing'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { Dialog } from '#ui/dialog'
import { Loading } from '#ui/load-state'
import { StudentWaivers } from './student-waivers'

const load = reloadingImport(() => import('./sign-screen'))
const SignScreen = lazy(async () => ({ default: (await load()).SignScreen }))

/** Shows the waiver that is being signed. */
export function SignHost() {
  const [student, setStudent] = useAtom(signingAtom)
  const close = () => setStudent(null)
  if (!student) return null
  return (
    <ChunkBoundary
      loading={
        <Dialog title={`Waiver for ${student.label}`} onClose={close}>
          <Loading>Loading the waiver... Signing needs a connection.</Loading>
        </Dialog>
      }
    >
      <SignScreen key={student.id} student={student} onClose={close} />
    </ChunkBoundary>
  )
}

export const waiversModule: FeatureModule = { tables: { students: { RecordHead: StudentWaivers } }, Host: SignHost }
