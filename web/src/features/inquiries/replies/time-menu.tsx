import { type ComponentProps, useState } from 'react'
import { useNow } from '#lib/use-now'
import { formatTime } from '../format-time'
import { KeyedMenu } from './keyed-menu'
import { snoozeTimes } from './snooze-times'
import { TimeDialog } from './time-dialog'

type Props = Omit<ComponentProps<typeof KeyedMenu>, 'items'> & {
  /** Entries before those of times. */
  before?: ComponentProps<typeof KeyedMenu>['items']
  /** The longest time ahead, in days. */
  maxDays?: number
  onTime: (until: Date) => void
}

/** Offers the usual times ahead, and any other. */
export function TimeMenu({ before = [], maxDays, onTime, ...menu }: Props) {
  const now = useNow()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <KeyedMenu
        {...menu}
        items={[
          ...before,
          ...snoozeTimes(now).map(({ key, label, until }) => ({
            key,
            content: (
              <>
                {label}
                <span className="ml-auto pl-4 text-muted text-sm">{formatTime(until.toISOString(), now)}</span>
              </>
            ),
            onSelect: () => onTime(until),
          })),
          { key: 'other', content: 'Another time...', onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing && (
        <TimeDialog
          title={menu.label}
          maxDays={maxDays}
          onClose={() => setChoosing(false)}
          onTime={(until) => {
            setChoosing(false)
            onTime(until)
          }}
        />
      )}
    </>
  )
}
