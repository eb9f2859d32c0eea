import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, SmallButton } from '#ui/button'

/** `name` says what it is about. */
type Props = { name: string; className?: string; onClick: () => void }

export const MoveUpButton = ({ name, ...props }: Props) => (
  <Button variant="quiet" size="small" aria-label={`Move ${name} up`} {...props}>
    <ArrowUp className="size-4" />
    Move up
  </Button>
)

export const RemoveButton = ({ name, ...props }: Props) => (
  <Button variant="quiet" size="small" aria-label={`Remove ${name}`} {...props}>
    <Trash2 className="size-4" />
    Remove
  </Button>
)

export const AddButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <SmallButton onClick={onClick}>
    <Plus className="size-4" />
    {children}
  </SmallButton>
)
