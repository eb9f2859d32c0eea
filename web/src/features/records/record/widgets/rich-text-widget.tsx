import { lazy } from 'react'
import { reloadingImport } from '#lib/reloading-import'
import { SmallButton } from '#ui/button'
import { ChunkBoundary } from '#ui/chunk'
import { Spinner } from '#ui/icon'
import type { WidgetProps } from './widget'

const loadEditor = reloadingImport(() => import('./rich-text-editor'))
const RichTextEditor = lazy(async () => ({ default: (await loadEditor()).RichTextEditor }))

/** Rich text. The editor is large and loads when first shown. */
export const RichTextWidget = (props: WidgetProps) => (
  <ChunkBoundary loading={<EditorLoading />} failed={<EditorFailed id={props.id} />}>
    <RichTextEditor {...props} />
  </ChunkBoundary>
)

const EditorLoading = () => (
  <p role="status" className="control flex min-h-32 w-full items-center justify-center gap-2 text-muted">
    <Spinner />
    Loading the editor...
  </p>
)

const EditorFailed = ({ id }: { id: string }) => (
  <div
    id={id}
    tabIndex={-1}
    role="alert"
    className="grid justify-items-start gap-2 rounded-lg border border-warn-line bg-warn-soft p-3.5 text-sm"
  >
    <p>
      The editor could not be loaded: the site may have been updated, or the connection was lost. This text stays as it
      is; the other fields can be saved.
    </p>
    <SmallButton onClick={() => location.reload()}>Reload</SmallButton>
  </div>
)
