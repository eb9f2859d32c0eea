import { LoaderCircle } from 'lucide-react'

/** Something goes on; the words beside it say what. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <LoaderCircle className={`animate-spin text-forest ${className}`} />
)
