import { TriangleAlert } from 'lucide-react'

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
