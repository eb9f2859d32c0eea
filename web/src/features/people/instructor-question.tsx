import { comparable } from '@app/contracts/comparable'
import { listRecords } from '@app/contracts/records'
import type { TableRecord } from '@app/contracts/tables'
import { referencedTable } from '@app/table-schema/references'
import { useQuery } from '@tanstack/react-query'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { recordsKey, updateRecord } from '#lib/records'

const table = 'instructors'

/** An instructor who may be the person that is invited. */
type Instructor = Pick<TableRecord, 'id' | 'updated_at'> & { name: string; email: string }

/** The instructors whom nobody signs in as yet. */
function useFreeInstructors(): Instructor[] {
  const person = useSchema(table)?.properties['person']
  const { data } = useQuery({
    queryKey: [...recordsKey(table), 'without a person'],
    queryFn: ({ signal }) =>
      callApi(listRecords, { params: { table }, search: 'person__null=true&limit=200&sort=name:asc', signal }),
    enabled: person !== undefined && referencedTable(person) === 'users',
    retry: false,
  })
  return (data?.data ?? []).map(({ id, updated_at, name, email }) => ({
    id,
    updated_at,
    name: String(name ?? ''),
    email: String(email ?? ''),
  }))
}

const only = (found: readonly Instructor[]) => (found.length === 1 ? found[0] : undefined)

/** The one instructor with the address of the person, or else with their name. */
export function useInstructorOf(email: string, name: string): Instructor | undefined {
  const free = useFreeInstructors()
  const equal = (field: 'email' | 'name', text: string) =>
    text.trim() === '' ? [] : free.filter((each) => comparable(each[field]) === comparable(text))
  return only(equal('email', email)) ?? only(equal('name', name))
}

/** The instructor signs in as this person from now on, who so sees the instructor's lessons. */
export const linkInstructor = ({ id, updated_at }: Instructor, person: string) =>
  updateRecord(table, id, { person }, updated_at)

type Props = { instructor: Instructor; checked: boolean; onChange: (checked: boolean) => void }

/** Asks whether the person is an instructor of the school. */
export const InstructorQuestion = ({ instructor: { name, email }, checked, onChange }: Props) => (
  <label className="flex min-h-11 items-start gap-2.5">
    <input
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="checkbox mt-1"
    />
    <span className="min-w-0 [overflow-wrap:anywhere]">
      This is {name} (instructor)
      <span className="block text-muted text-sm">{email}. Their lessons are shown from the first sign-in.</span>
    </span>
  </label>
)
