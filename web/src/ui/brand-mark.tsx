/** The target of the school's sign. */
export const BrandMark = ({ className = 'size-9' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
    <circle cx="16" cy="16" r="15" fill="#1d4435" stroke="#f4efe2" strokeWidth="1.5" />
    <circle cx="16" cy="16" r="9.5" fill="none" stroke="#f4efe2" strokeWidth="2.5" />
    <circle cx="16" cy="16" r="4.25" fill="#f0a06a" />
  </svg>
)
