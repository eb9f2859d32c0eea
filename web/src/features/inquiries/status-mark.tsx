import { CircleCheck, Clock3, type LucideIcon, Minus, TriangleAlert } from 'lucide-react'

export type Tone = 'bad' | 'warn' | 'good' | 'calm'

const tones: Record<Tone, { look: string; Icon: LucideIcon }> = {
  bad: { look: 'border-bad-line bg-bad-soft text-bad', Icon: TriangleAlert },
  warn: { look: 'border-warn-line bg-warn-soft text-warn', Icon: Clock3 },
  good: { look: 'border-good-line bg-good-soft text-good', Icon: CircleCheck },
  calm: { look: 'border-line bg-paper text-ink', Icon: Minus },
}

/** Only these need a look: the others are plain words. */
export const isUnusual = (tone: Tone) => tone === 'bad' || tone === 'warn'

/** A short status. Icon and text carry the meaning, the color only supports it. */
export const StatusMark = ({ tone, icon, text }: { tone: Tone; icon?: LucideIcon; text: string }) => {
  const { look, Icon } = tones[tone]
  const Sign = icon ?? Icon
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 justify-self-start rounded-full border px-2.5 py-px font-semibold ${look}`}
    >
      <Sign className="size-3.5 shrink-0" aria-hidden="true" />
      {text}
    </span>
  )
}
