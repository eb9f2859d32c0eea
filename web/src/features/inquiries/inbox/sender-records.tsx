import { recordLabel } from '@app/table-schema/references'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSchema } from '#features/records/list/use-schema'
import { listPath } from '#lib/list-address'
import { guardiansOfQuery, studentsOfQuery } from './person-students'

/** Says whose guardian the sender of a mail is, or which student, by the address alone. */
export function SenderRecords({ email }: { email: string }) {
  const students = useSchema('students')
  const guardians = useSchema('guardians')
  const isAsked = !!students?.properties['guardians'] && !!guardians
  const { data: families = [] } = useQuery({ ...guardiansOfQuery(email), enabled: isAsked })
  const { data: own = [] } = useQuery({ ...studentsOfQuery(students, email), enabled: !!students })
  const people = [
    ...families.map((one) => ({ table: guardians, record: one.guardian, students: one.students })),
    ...own.map((record) => ({ table: students, record, students: [] })),
  ]
  return people.map(({ table, record, students: theirs }) =>
    table && students ? (
      <p key={record.id} className="text-sm [overflow-wrap:anywhere]">
        <Link href={listPath({ table: table.name, record: record.id })} className="text-link">
          {recordLabel(table, record)}
        </Link>
        {theirs.length === 0 ? (table === guardians ? ', guardian' : ', student') : ', guardian of '}
        {theirs.map((student, at) => (
          <span key={student.id}>
            {at > 0 && ', '}
            <Link href={listPath({ table: 'students', record: student.id })} className="text-link">
              {recordLabel(students, student)}
            </Link>
          </span>
        ))}
      </p>
    ) : null,
  )
}
