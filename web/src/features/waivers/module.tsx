import { useAtom } from 'jotai'
import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import type { FeatureModule } from '#lib/table-extension'
import { signingAtom } from '#lib/waiver-signing'
import { ChunkBoundary } from '#ui/chunk'
import { Dialog } from '#ui/dialog'
import { Loading } from '#ui/load-state'
import { StudentWaivers } from './student-waivers'

const load = reloadingImport(() => import('./hand-over-dialog'))
const HandOverDialog = lazy(async () => ({ default: (await load()).HandOverDialog }))

/** Asks for what hands the device over to the person who signs a waiver. */
export function SignHost() {
  const [student, setStudent] = useAtom(signingAtom)
  if (!student) return null
  return (
    <ChunkBoundary
      loading={
        <Dialog title={`Waiver for ${student.label}`} onClose={() => setStudent(null)}>
          <Loading>Loading the waiver... Signing needs a connection.</Loading>
        </Dialog>
      }
    >
      <HandOverDialog key={student.id} student={student} />
    </ChunkBoundary>
  )
}

export const waiversModule: FeatureModule = { tables: { students: { RecordHead: StudentWaivers } }, Host: SignHost }
