import type { TableRecord } from '@app/contracts/tables'

/** The title of a lesson in a list; a canceled one looks canceled. */
export function LessonTitle({ record }: { record: TableRecord }) {
  const title = String(record['title'] ?? '')
  if (record['cancelled'] !== true) return title
  return (
    <>
      <span aria-hidden="true" className="mr-1.5 font-semibold text-bad text-xs">
        Canceled
      </span>
      <s className="font-normal text-muted">{title}</s>
      <span className="sr-only"> (canceled)</span>
    </>
  )
}
