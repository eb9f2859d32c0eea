import { Icon } from './icon'

/** Something goes on; the words beside it say what. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <Icon name="busy" className={`animate-spin text-forest ${className}`} />
)
