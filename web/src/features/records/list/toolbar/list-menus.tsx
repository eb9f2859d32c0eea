import {
  changeView,
  createView,
  deleteView,
  type NewTableView,
  type TableView,
  type TableViewChange,
} from '@app/contracts/views'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, ChevronDown, ChevronUp, Columns3, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { callApi } from '#lib/call-api'
import { addFieldPath } from '#lib/paths'
import { useSingleMutation } from '#lib/queries'
import { useIsAdmin, useSeesOwnOnly } from '#lib/rights'
import { CheckField } from '#ui/check-field'
import { onDemand } from '#ui/chunk'
import { Menu, Popover } from '#ui/popover'
import { useToast, useUndo } from '#ui/toast'
import { type Arrangement, arrange, moveColumn } from '../columns/use-columns'
import { emptyView, printView } from '../list-view'
import { listOf, savedQueryOf, viewsQuery } from '../saved-views/use-saved-views'
import { useList } from '../state/list-provider'
import { useSchemas } from '../use-schema'

const SaveViewDialog = onDemand(() => import('../saved-views/save-view-dialog').then((file) => file.SaveViewDialog))

/** Chooses a saved view, and saves, changes or deletes one. */
export function ViewsMenu() {
  const {
    schema,
    view,
    show,
    saved: { views, current },
    columns: { arrangement },
  } = useList()
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
  const params = { table: schema.name }
  const create = (body: NewTableView) => callApi(createView, { params, body })
  const change = (id: string, body: TableViewChange) => callApi(changeView, { params: { ...params, id }, body })
  /** Undoing it saves the view again. */
  async function remove(view: TableView) {
    const { id: former, name, query, shared, columns: kept, isDefault } = view
    await callApi(deleteView, { params: { ...params, id: former } })
    show(plain)
    const restore = async () => {
      const { id } = await create({ name, query, shared, ...(kept && { columns: kept }) })
      if (isDefault) await change(id, { isDefault })
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
    current?.own &&
      isChanged &&
      (mayShare || !current.shared) && {
        key: 'update',
        content: `Save the changes of “${current.name}”`,
        onSelect: () => mutate(() => change(current.id, { query: savedQueryOf(view), columns })),
      },
    current && {
      key: 'default',
      content: current.isDefault ? "Don't open with this view" : 'Open the table with this view',
      onSelect: () => mutate(() => change(current.id, { isDefault: !current.isDefault })),
    },
    current?.own && {
      key: 'delete',
      content: `Delete “${current.name}”`,
      onSelect: () => mutate(() => remove(current)),
    },
  ].filter((item) => !!item)
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
              const { id } = await create({ name, shared, query: savedQueryOf(view), columns })
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

const iconButton =
  'grid size-8 place-items-center rounded-lg text-muted enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-30'

/** Chooses and orders the columns of a list. The title column stays first, the id stays shown. */
export function ColumnsMenu() {
  const { schema, columns } = useList()
  const { all, arrangement, change } = columns
  const isAdmin = useIsAdmin()
  const ordered = arrange(all, { ...arrangement, hidden: [] })
  const hidden = arrangement.hidden ?? []
  const toggle = (key: string) =>
    change({
      ...arrangement,
      hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key],
    })
  const isFixed = (key: string, at: number) => at === 0 || key === 'id'

  return (
    <Popover
      label="Columns"
      align="right"
      className="control control-small inline-flex items-center gap-2 font-display font-semibold hover:border-forest"
      trigger={
        <>
          <Columns3 className="size-4" />
          <span className="toolbar-word">Columns</span>
        </>
      }
    >
      {() => (
        <div className="grid gap-1">
          <ul>
            {ordered.map(({ key, title }, at) => (
              <li key={key} className="flex items-center gap-1 rounded-lg pl-2 hover:bg-sunken">
                <CheckField
                  checked={!hidden.includes(key)}
                  disabled={isFixed(key, at)}
                  className="mr-auto flex min-h-8 min-w-0 items-center gap-2.5 pr-4 text-[0.95rem]"
                  onCheck={() => toggle(key)}
                >
                  <span className="truncate">{title}</span>
                </CheckField>
                {([-1, 1] as const).map((step) => (
                  <button
                    key={step}
                    type="button"
                    aria-label={`Move ${title} ${step < 0 ? 'left' : 'right'}`}
                    disabled={at === 0 || (step < 0 ? at === 1 : at === ordered.length - 1)}
                    onClick={() => change({ ...arrangement, order: moveColumn(ordered, key, step) })}
                    className={iconButton}
                  >
                    {step < 0 ? <ChevronUp className="size-4" /> : <ChevronDown className="size-4" />}
                  </button>
                ))}
              </li>
            ))}
          </ul>
          <button
            type="button"
            onClick={() => change({})}
            className="min-h-9 rounded-lg px-2 text-left text-forest text-sm underline underline-offset-4 hover:bg-sunken"
          >
            Reset columns
          </button>
          {isAdmin && (
            <Link
              href={addFieldPath(schema.name)}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2 text-sm hover:bg-sunken"
            >
              <Plus className="size-4" />
              Add a field
            </Link>
          )}
        </div>
      )}
    </Popover>
  )
}
