import { Component, type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { loadFailure } from '#lib/load-failure'
import { reloadingImport } from '#lib/reloading-import'
import { Button } from './button'
import { LoadingMessage, PageMessage } from './page-message'

export type Chunk = {
  prepare: () => Promise<unknown>
  /** The page if it is loaded, else one that suspends until it is. */
  page: () => ComponentType<object>
}

/** A page in a file of its own, which can be loaded ahead. */
export function chunk(importPage: () => Promise<ComponentType<object>>): Chunk {
  const load = reloadingImport(importPage)
  let loaded: ComponentType<object> | undefined
  const prepare = async () => {
    loaded = await load()
    return loaded
  }
  const later = lazy(async () => ({ default: await prepare() }))
  return { prepare, page: () => loaded ?? later }
}

/**
 * Renders a page at once if it is loaded: React keeps a Suspense fallback for at least 300 ms, even over a page that is there
 * by then.
 */
export function ChunkPage({ of }: { of: Chunk }) {
  // The same component for as long as this page is shown, also once `page` would return the loaded one.
  const Page = useMemo(() => of.page(), [of])
  return <Page />
}

/** A whole page, with its messages while it loads and when it does not. */
export const WholePage = ({ of }: { of: Chunk }) => (
  <ChunkBoundary>
    <ChunkPage of={of} />
  </ChunkBoundary>
)

/** For a part of a page, instead of the messages that fill a page. */
type Messages = { loading?: ReactNode; failed?: ReactNode }

/** Loads a lazy part; after a new release a missing chunk asks for a reload instead of leaving a blank page. */
export class ChunkBoundary extends Component<Messages & { children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { children, loading = <LoadingMessage title="Loading" />, failed } = this.props
    if (!this.state.failed) return <Suspense fallback={loading}>{children}</Suspense>
    if (failed) return failed
    return (
      <PageMessage title={loadFailure.title}>
        <p>{loadFailure.text}</p>
        <Button onClick={() => location.reload()}>{loadFailure.action}</Button>
      </PageMessage>
    )
  }
}

/** A part in a file of its own, such as a dialog, which is loaded when it is first shown. Until then nothing is shown, or the message given. */
export function onDemand<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  messages: (props: Props) => Messages = () => ({ loading: null }),
): (props: Props) => ReactNode {
  const load = reloadingImport(importComponent)
  const Later: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => (
    <ChunkBoundary {...messages(props)}>
      <Later {...props} />
    </ChunkBoundary>
  )
}
