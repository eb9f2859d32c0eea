import { days, minutes } from '@app/contracts/durations'

/** A span as staff would say it: minutes count for six hours, hours for two days. */
export function spanText(span: number): string {
  const whole = Math.max(0, Math.floor(span / minutes(1)))
  if (whole === 0) return 'less than a minute'
  if (whole < 60) return `${whole} min`
  const count = Math.floor(whole / 60)
  if (count < 6) return `${count} h${whole % 60 ? ` ${whole % 60} min` : ''}`
  return count < 48 ? `${count} h` : `${Math.floor(span / days(1))} days`
}

/** `due in 2 h`, `overdue by 3 days`. */
export function dueText(due: number, now: number): string {
  const ahead = due - now
  return ahead < 0 ? `overdue by ${spanText(-ahead)}` : `due in ${spanText(ahead)}`
}
