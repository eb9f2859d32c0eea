import type { Badge as BadgeText } from '@app/table-schema/badges'
import { TriangleAlert } from 'lucide-react'
import { type Signing, useSignWaiver } from '#lib/waiver-signing'

const tones = {
  gray: 'border-line bg-sunken text-ink',
  green: 'border-good-line bg-good-soft text-good',
  amber: 'border-warn-line bg-warn-soft text-warn',
  red: 'border-bad-line bg-bad-soft text-bad',
  blue: 'border-line bg-sunken text-forest',
  purple: 'border-line bg-sunken text-ink',
} as const

/** A short word about a record. Its text says what the color means. */
export const Badge = ({ label, tone }: { label: string; tone: keyof typeof tones }) => (
  <span
    className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-px font-semibold text-[0.8rem] ${tones[tone]}`}
  >
    {(tone === 'red' || tone === 'amber') && <TriangleAlert className="size-3.5" aria-hidden="true" />}
    {/* A short line has room for the sign of what is opened by it. */}
    <span className="max-sm:[[data-brief]_button_&]:sr-only">{label}</span>
  </span>
)

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
