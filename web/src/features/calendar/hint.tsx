export const moveHint = 'Drag an entry to another day, or focus it and press Alt with an arrow key.'

export const Hint = ({ text }: { text: string }) => (
  <p className="pt-2 text-muted text-sm pointer-coarse:hidden">{text}Times are the school's.</p>
)
