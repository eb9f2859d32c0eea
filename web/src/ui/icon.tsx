const drawings = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'm6 6 12 12M18 6 6 18',
  up: 'M12 19.5V5m-6 6 6-6 6 6',
  mail: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2Zm-1.5 2.2 8.5 6 8.5-6',
  phone:
    'M8.2 3.5H5.5a2 2 0 0 0-2 2.2 16.5 16.5 0 0 0 14.8 14.8 2 2 0 0 0 2.2-2v-2.7l-4.5-1.6-2 2.3a12.5 12.5 0 0 1-5.5-5.5l2.3-2Z',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4v5.3l3.5 2',
  answer: 'M5.5 4h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9.5l-5 4V6a2 2 0 0 1 1-2ZM8.5 8.7h7M8.5 12.3h4.5',
  good: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM8.2 12.2l2.7 2.7 5-5.4',
  warn: 'M12 3.5 2.5 20h19ZM12 10v4.2m0 2.8v.1',
  bad: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 4.7v4.8m0 3.4v.1',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 7.8v5.4m0-8.6v.1',
  star: 'm12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8Z',
  more: 'm5.5 9 6.5 6.5L18.5 9',
  busy: 'M12 3a9 9 0 1 0 9 9',
} as const

export type IconName = keyof typeof drawings

/** A decorative line icon; the text next to it carries the meaning. */
export const Icon = ({ name, className = 'size-6' }: { name: IconName; className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    className={className}
    fill="none"
    stroke="currentColor"
    strokeWidth="2.1"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[name]} />
  </svg>
)

/** A busy indicator; the text next to it says what is running. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <Icon name="busy" className={`animate-spin text-forest ${className}`} />
)
