import type { TableView } from '@app/contracts/views'
import type { TableSchema } from '@app/table-schema/schema'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useSingleMutation } from '#lib/queries'
import { useSeesOwnOnly } from '#lib/rights'
import { onDemand } from '#ui/chunk'
import { Menu } from '#ui/popover'
import { useToast, useUndo } from '#ui/toast'
import type { Arrangement } from '../columns/columns'
import { emptyView, printView, type ShowView, type View } from '../list-view'
import { useSchemas } from '../use-schema'
import { changeView, createView, deleteView, listOf, savedQueryOf, viewsQuery } from './use-saved-views'

const SaveViewDialog = onDemand(() => import('./save-view-dialog').then((file) => file.SaveViewDialog))

type Props = {
  schema: TableSchema
  view: View
  views: readonly TableView[]
  current: TableView | undefined
  arrangement: Arrangement
  show: ShowView
}

/** Chooses a saved view, and saves, changes or deletes one. */
export function ViewsMenu({ schema, view, views, current, arrangement, show }: Props) {
  const [isSaving, setSaving] = useState(false)
  const schemas = useSchemas().data?.tables
  const client = useQueryClient()
  const showToast = useToast()
  const mayShare = !useSeesOwnOnly(schema.name)
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['view', schema.name],
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => showToast({ error, text: 'Failed to save the view' }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsQuery(schema.name).queryKey }),
  })
  const undo = useUndo(() => client.invalidateQueries({ queryKey: viewsQuery(schema.name).queryKey }))
  /** It is saved anew when that is undone. */
  async function remove(view: TableView) {
    const { id: former, name, query, shared, columns: kept, isDefault } = view
    await deleteView(schema.name, former)
    show(plain)
    const restore = async () => {
      const { id } = await createView(schema.name, { name, query, shared, ...(kept && { columns: kept }) })
      if (isDefault) await changeView(schema.name, id, { isDefault })
      show({ ...listOf(schema, { id, query }, schemas), table: schema.name })
      return `“${name}” is back`
    }
    showToast({ text: `Deleted “${name}”`, undo: () => undo(restore) })
  }
  const columns = toColumns(arrangement)
  const plain = { ...emptyView, table: schema.name, view: null }
  const isChanged =
    current &&
    (savedQueryOf(view) !== current.query || JSON.stringify(columns) !== JSON.stringify(current.columns ?? columns))

  const items = [
    {
      key: 'all',
      content: 'All records',
      href: `?${printView(plain)}`,
      isCurrent: !current,
      onSelect: () => show(plain),
    },
    ...views.map((each) => ({
      key: each.id,
      content: `${each.name}${each.isDefault ? ' (your default)' : ''}`,
      href: `?${printView({ ...listOf(schema, each, schemas), table: schema.name })}`,
      isCurrent: each.id === current?.id,
      onSelect: () => show(listOf(schema, each, schemas)),
    })),
    { key: 'save', content: 'Save as a new view…', onSelect: () => setSaving(true) },
    ...(current?.own && isChanged && (mayShare || !current.shared)
      ? [
          {
            key: 'update',
            content: `Save the changes of “${current.name}”`,
            onSelect: () => mutate(() => changeView(schema.name, current.id, { query: savedQueryOf(view), columns })),
          },
        ]
      : []),
    ...(current
      ? [
          {
            key: 'default',
            content: current.isDefault ? "Don't open with this view" : 'Open the table with this view',
            onSelect: () => mutate(() => changeView(schema.name, current.id, { isDefault: !current.isDefault })),
          },
        ]
      : []),
    ...(current?.own
      ? [
          {
            key: 'delete',
            content: `Delete “${current.name}”`,
            onSelect: () => mutate(() => remove(current)),
          },
        ]
      : []),
  ]
  return (
    <>
      <Menu
        label="Views"
        triggerLabel={current ? `View: ${current.name}` : 'Views'}
        className="control control-small inline-flex items-center gap-2 font-display font-semibold hover:border-forest compact:px-2.5"
        trigger={
          <>
            <Bookmark className="size-4" />
            <span className={current ? 'max-w-40 truncate compact:max-w-20' : 'toolbar-word compact:sr-only'}>
              {current ? current.name : 'Views'}
              {isChanged && ' *'}
            </span>
          </>
        }
        items={items}
      />
      {isSaving && (
        <SaveViewDialog
          busy={isPending}
          mayShare={mayShare}
          onClose={() => setSaving(false)}
          onSave={(name, shared) =>
            mutate(async () => {
              const { id } = await createView(schema.name, { name, shared, query: savedQueryOf(view), columns })
              setSaving(false)
              show({ view: id }, { replace: true })
            })
          }
        />
      )}
    </>
  )
}

const toColumns = ({ order, hidden, widths }: Arrangement) => ({
  ...(order && { order: [...order] }),
  ...(hidden && { hidden: [...hidden] }),
  ...(widths && { widths: { ...widths } }),
})
