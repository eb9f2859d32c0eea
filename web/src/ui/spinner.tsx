import { Icon } from './icon'

/** A busy indicator; the text next to it says what is running. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <Icon name="busy" className={`animate-spin text-forest ${className}`} />
)
