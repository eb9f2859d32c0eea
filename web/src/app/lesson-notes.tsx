import { fullText } from '@app/table-schema/cell'
import { InstructorConflict } from '#features/lessons/instructor-conflict'
import { PlaceConflict } from '#features/lessons/place-conflict'
import { useSchema } from '#features/list/use-schema'
import { capacityOf } from '#lib/place-load'

type Props = { id: string | undefined; values: Readonly<Record<string, unknown>> }

/** What is wrong with a lesson's time: its instructor is needed twice, or its place is too small. */
export function LessonNotes({ id, values }: Props) {
  const schema = useSchema('lessons')
  const place = fullText(schema?.properties['place'] ?? { type: 'string' }, values['place'])
  return (
    <>
      <InstructorConflict id={id} values={values} />
      <PlaceConflict id={id} values={values} place={place} capacity={capacityOf(schema, values['place'])} />
    </>
  )
}
