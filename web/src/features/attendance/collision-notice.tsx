import type { DayLesson } from '@app/contracts/today'
import { Button, SmallButton } from '#ui/button'
import { Notice } from '#ui/notice'
import { type Collision, markNames } from './marks'

type Props = {
  title?: string
  lesson: Pick<DayLesson, 'students'>
  collisions: readonly Collision[]
  onMark: (student: string, mark: Collision['mine']) => void
}

const nameOf = (mark: Collision['mine']) => (mark ? markNames[mark].toLowerCase() : 'not marked')

/** Shows both marks where two people marked the same student differently, and asks which one to keep. */
export function CollisionNotice({ title = 'Marked differently', lesson, collisions, onMark }: Props) {
  if (collisions.length === 0) return null
  return (
    <Notice tone="warn" title={title}>
      <ul className="grid gap-3">
        {collisions.map(({ student, mine, theirs }) => (
          <li key={student} className="grid gap-2">
            <p>
              <strong>{lesson.students.find(({ id }) => id === student)?.label ?? 'A student'}</strong>: you marked{' '}
              {nameOf(mine)}, another person saved {nameOf(theirs)}.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => onMark(student, mine)}>
                Use mine: {nameOf(mine)}
              </Button>
              <SmallButton onClick={() => onMark(student, theirs)}>Keep theirs: {nameOf(theirs)}</SmallButton>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
