import { Button } from '#ui/button'
import { textId } from './draft-field'
import type { ShortcutState } from './use-shortcut'

/** The templates that a shortcut means. Tab or Enter takes the first. */
export const ShortcutList = ({ state: { offered, insert } }: { state: ShortcutState }) => (
  <div role="status">
    {offered.length > 0 && (
      <ul aria-label="Templates by shortcut" className="flex flex-wrap gap-1.5">
        {offered.map((template, n) => (
          <li key={template.id}>
            <Button
              size="small"
              variant={n === 0 ? undefined : 'outline'}
              onClick={() => {
                const field = document.getElementById(textId)
                if (field instanceof HTMLTextAreaElement) insert(template, field)
              }}
            >
              {template.shortcut ? `;${template.shortcut} ${template.title}` : template.title}
            </Button>
          </li>
        ))}
      </ul>
    )}
  </div>
)
