import { SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Spinner } from '#ui/icon'
import type { WidgetProps } from './widget'

/** Rich text. The editor is large and loads when first shown. */
export const RichTextWidget = onDemand(
  () => import('./rich-text-editor').then((file) => file.RichTextEditor),
  ({ id }: WidgetProps) => ({ loading: <EditorLoading />, failed: <EditorFailed id={id} /> }),
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
