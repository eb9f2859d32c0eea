import type { LessonDay } from '@app/contracts/today'
import { shortDay } from '#lib/school-time'
import { counted } from '#lib/words'

type Props = { days: readonly LessonDay[]; today: string; selected: string; onSelect: (date: string) => void }

/** Switches between today and the coming lesson days. */
export const DayTabs = ({ days, today, selected, onSelect }: Props) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">Lesson day</legend>
    {days.map(({ date, lessons }) => (
      <button
        key={date}
        type="button"
        aria-pressed={date === selected}
        onClick={() => onSelect(date)}
        className="min-h-11 rounded-full border-2 border-edge bg-card px-4 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
      >
        {date === today ? 'Today' : shortDay(date)}
        <span className="sr-only">{`, ${counted(lessons.length, 'lesson')}`}</span>
      </button>
    ))}
  </fieldset>
)
