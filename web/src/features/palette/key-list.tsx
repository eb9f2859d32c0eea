import { Dialog } from '#ui/dialog'

const groups: readonly { title: string; keys: readonly (readonly [keys: readonly string[], text: string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl', 'K'], 'Go to a table, a record or an action'],
      [['Ctrl', 'Z'], 'Undo your last change'],
      [['?'], 'This list'],
      [['Esc'], 'Close or cancel'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['/'], 'Search'],
      [['↑', '↓', '←', '→'], 'Move between cells'],
      [['Enter'], 'Open the record'],
      [['j'], 'Open the next record'],
      [['k'], 'Open the previous record'],
      [['F2'], 'Edit the cell; Tab moves to the next one'],
      [['e'], 'Edit the record'],
      [['Space'], 'Select the record; with Shift, all up to it'],
      [['Del'], 'Delete the record'],
    ],
  },
  {
    title: 'Column headers',
    keys: [
      [['Alt', '←', '→'], 'Make the column narrower or wider'],
      [['Alt', 'Shift', '←', '→'], 'Move the column'],
    ],
  },
  {
    title: 'Inbox',
    keys: [
      [['j'], 'Open the next conversation'],
      [['k'], 'Open the previous conversation'],
      [['r'], 'Reply'],
      [['Ctrl', 'Enter'], 'Send the reply'],
      [['l'], 'Send the reply later'],
      [['a'], 'Assign'],
      [['s'], 'Snooze'],
      [['e'], 'Close'],
      [['!'], 'Spam'],
    ],
  },
  { title: 'Inquiries', keys: [[['!'], 'Spam: the open inquiry, the selected ones, or the one in the row']] },
]

/** All keys of the dashboard. None is needed: each has a button or a menu, too. */
export const KeyList = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    {/* Holds nothing else that takes the focus, and may have to be scrolled. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it by keyboard. */}
    <div tabIndex={0} className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-1.5 text-base">{title}</h3>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5 text-[0.95rem]">
            {keys.map(([names, text]) => (
              <div key={text} className="contents">
                <dt className="flex flex-wrap gap-1">
                  {names.map((name) => (
                    <kbd
                      key={name}
                      className="min-w-7 rounded-md border border-edge bg-sunken px-1.5 text-center font-body text-sm"
                    >
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
