import type { RosterLesson, RosterStudent } from '@app/contracts/today'
import { PhoneText } from '#lib/phone-text'
import { schoolTime } from '#lib/school-time'
import { capital, factsText } from '#lib/words'

const Contact = ({ guardian, phone }: RosterStudent) => (
  <>
    {guardian}
    {guardian && phone && ', '}
    {phone && <PhoneText phone={phone} />}
  </>
)

/** `Missing`, `Signed, expires Dec 4`. A badge about the waiver adds why, unless it contradicts what is known. */
function waiverText({ badges, waiverSigned }: RosterStudent): string {
  const told = badges.find(({ about, tone }) => about === 'waiver' && (tone === 'red') !== waiverSigned)
  const text = told?.label.replace(/^Waiver /, '')
  return waiverSigned ? ['Signed', text].filter(Boolean).join(', ') : capital(text ?? 'missing')
}

/** Rows to write walk-ins on: the seats that are left, at most four. A canceled lesson has none. */
const freeLines = ({ seats, students, cancelled }: RosterLesson) =>
  Array.from({ length: cancelled ? 0 : Math.max(0, Math.min(4, seats - students.length)) }, (_, at) => at + 1)

/** The sheet of one lesson, with boxes to tick and lines for students who were not booked. */
export const RosterSheet = ({ lesson }: { lesson: RosterLesson }) => (
  <section aria-labelledby={`sheet-${lesson.id}`} className="roster-sheet grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 id={`sheet-${lesson.id}`} className="text-xl">
      <span className={lesson.cancelled ? 'font-normal line-through' : undefined}>
        <span className="whitespace-nowrap">{schoolTime(lesson.startsAt)}</span> {lesson.title}
      </span>
      {lesson.cancelled && <strong> (canceled)</strong>}
    </h3>
    <p>
      {factsText([
        lesson.place,
        lesson.instructor?.label ?? 'No instructor',
        `${lesson.minutes} min`,
        `${lesson.students.length} of ${lesson.seats}`,
      ])}
    </p>
    <div
      className="overflow-x-auto print:overflow-visible"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table className="roster-table">
        <thead>
          <tr>
            <th scope="col">Here</th>
            <th scope="col">Name</th>
            <th scope="col">Age</th>
            <th scope="col">Level</th>
            <th scope="col">Eye</th>
            <th scope="col">Draw</th>
            <th scope="col">Guardian and phone</th>
            <th scope="col">Waiver</th>
          </tr>
        </thead>
        <tbody>
          {lesson.students.map((student) => (
            <tr key={student.id}>
              <td>
                <Box />
              </td>
              <th scope="row">{student.label}</th>
              <td>{student.age}</td>
              <td>{student.level}</td>
              <td>{student.dominantEye}</td>
              <td>{student.drawLength && `${student.drawLength} in`}</td>
              <td>
                <Contact {...student} />
              </td>
              <td>
                {student.deleted ? null : student.waiverSigned ? (
                  waiverText(student)
                ) : (
                  <Box label={waiverText(student)} />
                )}
              </td>
            </tr>
          ))}
          {freeLines(lesson).map((line) => (
            <tr key={line}>
              <td>
                <Box />
              </td>
              <td colSpan={7}>
                <span className="sr-only">Empty line {line}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

/** A box to tick on paper. */
const Box = ({ label }: { label?: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="inline-block size-4 border-2 border-current" />
    {label}
  </span>
)
