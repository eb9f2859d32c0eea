import { useAtomValue, useSetAtom } from 'jotai'
import type { FeatureModule } from '#lib/table-extension'
import { type Signing, signingAtom } from '#lib/waiver-signing'
import { onDemand } from '#ui/chunk'
import { Dialog } from '#ui/dialog'
import { Loading } from '#ui/load-state'
import { StudentWaivers } from './student-waivers'

const HandOverDialog = onDemand(
  () => import('./hand-over-dialog').then((file) => file.HandOverDialog),
  ({ student }: { student: Signing }) => ({ loading: <DialogLoading student={student} /> }),
)

function DialogLoading({ student }: { student: Signing }) {
  const setStudent = useSetAtom(signingAtom)
  return (
    <Dialog title={`Waiver for ${student.label}`} onClose={() => setStudent(null)}>
      <Loading>Loading the waiver... Signing needs a connection.</Loading>
    </Dialog>
  )
}

/** Asks for what hands the device over to the person who signs a waiver. */
export function SignHost() {
  const student = useAtomValue(signingAtom)
  return student && <HandOverDialog key={student.id} student={student} />
}

export const waiversModule: FeatureModule = { tables: { students: { RecordHead: StudentWaivers } }, Host: SignHost }
