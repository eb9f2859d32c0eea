import { idempotencyHeader } from '@app/contracts/idempotency'
import { addWalkIn, findWalkIns, removeWalkIn } from '@app/contracts/lessons'
import type { DayLesson } from '@app/contracts/today'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithdrawMark } from '#features/attendance/use-attendance'
import { useSchema } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { newKey } from '#lib/idempotency-key'
import { queryOf, useCallMutation } from '#lib/queries'
import { useSettled } from '#lib/use-later'
import { useToast, useUndo } from '#ui/toast'
import { WalkInButton, WalkInDialog } from './offline/walk-in-later'

type Props = { lesson: DayLesson; onChanged: () => void; onAdded: (student: string | undefined) => void }

/** Adds a walk-in to a lesson of one's own, whose teacher finds students of the school by their names alone. */
export const OwnWalkIn = (props: Props) => (
  <WalkInButton
    schema={useSchema('students')}
    dialog={(schema, close) => <OwnDialog {...props} schema={schema} onClose={close} />}
  />
)

const pauseMs = 150

type WalkIn = Parameters<Parameters<typeof WalkInDialog>[0]['saving']['mutate']>[0]

/** Students of the school who are not in the lesson, by the name that is typed. */
function useNames(lesson: string, name: string) {
  const q = useSettled(name.trim(), pauseMs)
  const { data } = useQuery({
    ...queryOf(findWalkIns, { params: { id: lesson }, query: { q } }),
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  })
  return q.length >= 2 ? (data?.data ?? []) : []
}

function OwnDialog({ lesson: { id }, schema, ...props }: Props & { schema: TableSchema; onClose: () => void }) {
  const [key] = useState(newKey)
  const [name, setName] = useState('')
  const names = useNames(id, name)
  const showToast = useToast()
  const withdrawMark = useWithdrawMark()
  const undo = useUndo(async () => props.onChanged())
  const add = useCallMutation(addWalkIn, {
    about: id,
    input: ({ person }: WalkIn) => ({
      params: { id },
      body: 'id' in person ? { student: person.id } : person,
      headers: { [idempotencyHeader]: key },
    }),
    onSuccess({ student }, { name: who }) {
      props.onAdded(student)
      props.onChanged()
      props.onClose()
      showToast({
        text: `${who} is in the lesson`,
        undo: () =>
          undo(async () => {
            props.onAdded(undefined)
            await withdrawMark(id, student)
            await callApi(removeWalkIn, { params: { id, student } }).catch((error) => {
              props.onAdded(student)
              throw error
            })
            return `${who} is no longer in the lesson`
          }),
      })
    },
  })
  return <WalkInDialog schema={schema} alike={() => names} onName={setName} saving={add} onClose={props.onClose} />
}
