import type { Attendance } from '@app/contracts/today'
import { atom } from 'jotai'
import { type Changes, type Collision, type Marks, rebaseChanges } from './marks'

/** Marks of this device that are not saved yet. */
export type Unsaved = { changes: Changes; collisions: readonly Collision[] }
const nothing: Unsaved = { changes: {}, collisions: [] }

/** By lesson, as `offline/offline-marks.ts` keeps it on the device. */
export const unsavedStateAtom = atom<Readonly<Record<string, Unsaved>>>({})
/** By lesson. */
export const unsavedAtom = atom((get) => {
  const all = get(unsavedStateAtom)
  return (lesson: string) => all[lesson] ?? nothing
})

const countOf = ({ changes }: Unsaved) => Object.keys(changes).length

export const unsavedCountAtom = atom((get) =>
  Object.values(get(unsavedStateAtom)).reduce((sum, each) => sum + countOf(each), 0),
)

export const unsavedLessonsAtom = atom((get) =>
  Object.entries(get(unsavedStateAtom)).flatMap(([lesson, each]) => (countOf(each) > 0 ? [lesson] : [])),
)

/** Lessons with marks that are not saved, or about which two people differ. */
export const waitingLessonsAtom = atom((get) =>
  Object.entries(get(unsavedStateAtom)).flatMap(([lesson, each]) =>
    countOf(each) > 0 || each.collisions.length > 0 ? [lesson] : [],
  ),
)

const changeAtom = atom(null, (get, set, lesson: string, change: Partial<Unsaved>) =>
  set(unsavedStateAtom, { ...get(unsavedStateAtom), [lesson]: { ...get(unsavedAtom)(lesson), ...change } }),
)

type Mark = { lesson: string; student: string; mark: Attendance | undefined; saved: Marks }

/** Marks a student, or removes the mark. */
export const markAtom = atom(null, (get, set, { lesson, student, mark, saved }: Mark) => {
  const { changes, collisions } = get(unsavedAtom)(lesson)
  set(changeAtom, lesson, {
    changes: { ...changes, [student]: { from: saved[student], to: mark } },
    collisions: collisions.filter((each) => each.student !== student),
  })
})

/** Compares the changes with marks that another person saved: those that contradict each other are asked about. */
export const rebaseAtom = atom(null, (get, set, lesson: string, saved: Marks) => {
  const { changes, collisions } = get(unsavedAtom)(lesson)
  const rebased = rebaseChanges(changes, saved)
  set(changeAtom, lesson, { changes: rebased.changes, collisions: [...collisions, ...rebased.collisions] })
})

/** Gives up the marks of these students that are not saved. */
export const withdrawMarksAtom = atom(null, (get, set, lesson: string, students: readonly string[]) => {
  const { changes, collisions } = get(unsavedAtom)(lesson)
  set(changeAtom, lesson, {
    changes: Object.fromEntries(Object.entries(changes).filter(([student]) => !students.includes(student))),
    collisions: collisions.filter(({ student }) => !students.includes(student)),
  })
})

/** Gives up the marks of a lesson that cannot be saved any more. */
export const discardMarksAtom = atom(null, (_get, set, lesson: string) => set(changeAtom, lesson, nothing))

/** After a save: keeps what was marked while it was under way. */
export const savedAtom = atom(null, (get, set, lesson: string, sent: Changes) => {
  const { changes } = get(unsavedAtom)(lesson)
  const left = Object.entries(changes).flatMap(([student, { from, to }]) => {
    const known = student in sent ? sent[student]!.to : from
    return known === to ? [] : [[student, { from: known, to }] as const]
  })
  set(changeAtom, lesson, { changes: Object.fromEntries(left) })
})
