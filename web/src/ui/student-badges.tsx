import type { Badge as BadgeText } from '@app/table-schema/badges'
import { type Signing, useSignWaiver } from '#lib/waiver-signing'
import { Badge } from './badge'

/** The badges of a student. One about the waiver opens it, for those who may sign. */
export function StudentBadges({ student, badges }: { student: Signing; badges: readonly BadgeText[] }) {
  const sign = useSignWaiver()
  return badges.map((badge) =>
    badge.about === 'waiver' && sign ? (
      <button
        key={badge.label}
        type="button"
        aria-haspopup="dialog"
        title={badge.label}
        onClick={() => sign({ id: student.id, label: student.label })}
        className="group/sign inline-flex min-h-11 items-center gap-1.5 pointer-fine:min-h-9 max-sm:in-data-brief:min-w-11 max-sm:in-data-brief:justify-center"
      >
        <Badge {...badge} />{' '}
        <span className="font-semibold text-forest text-sm underline underline-offset-4 group-hover/sign:decoration-2 max-sm:in-data-brief:sr-only">
          Sign<span className="sr-only"> the waiver of {student.label}</span>
        </span>
      </button>
    ) : (
      <Badge key={badge.label} {...badge} />
    ),
  )
}
