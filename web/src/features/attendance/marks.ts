import { type Attendance, attendance, type DayLesson } from '@app/contracts/today'

/** The mark of each student; a student who is not marked yet is missing. */
export type Marks = Readonly<Record<string, Attendance>>
type Mark = Attendance | undefined
/** A mark made on this page and not saved yet. `from` is what was saved when it was made. */
type Change = { from: Mark; to: Mark }
export type Changes = Readonly<Record<string, Change>>
/** The same student was marked differently here and by another person. */
export type Collision = { student: string; mine: Mark; theirs: Mark }

export const markNames: Record<Attendance, string> = { present: 'Present', absent: 'Absent', excused: 'Excused' }

export const marksFrom = (lists: DayLesson['attendance']): Marks =>
  Object.fromEntries(attendance.options.flatMap((mark) => lists[mark].map((student) => [student, mark])))

export const listsFrom = (marks: Marks) =>
  Object.fromEntries(
    attendance.options.map((mark) => [mark, Object.keys(marks).filter((student) => marks[student] === mark)]),
  ) as DayLesson['attendance']

export function applyChanges(saved: Marks, changes: Changes): Marks {
  const merged: Record<string, Attendance> = { ...saved }
  for (const [student, { to }] of Object.entries(changes)) {
    if (to) merged[student] = to
    else delete merged[student]
  }
  return merged
}

/** Parts changes that still apply to newly read marks from those that another person's marks contradict. */
export function rebaseChanges(changes: Changes, saved: Marks): { changes: Changes; collisions: Collision[] } {
  const collides = ([student, { from, to }]: [string, Change]) => saved[student] !== from && saved[student] !== to
  const entries = Object.entries(changes)
  return {
    changes: Object.fromEntries(
      entries
        .filter((entry) => !collides(entry) && saved[entry[0]] !== entry[1].to)
        .map(([student, { to }]) => [student, { from: saved[student], to }]),
    ),
    collisions: entries.filter(collides).map(([student, { to }]) => ({ student, mine: to, theirs: saved[student] })),
  }
}
