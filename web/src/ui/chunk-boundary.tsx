import { Component, type ReactNode, Suspense } from 'react'
import { loadFailure } from '#lib/load-failure'
import { Button } from './button'
import { LoadingMessage, PageMessage } from './page-message'

type Props = {
  children: ReactNode
  /** Replaces the full-page messages where only a part of a page is lazy. */
  loading?: ReactNode
  failed?: ReactNode
}

/** Loads a lazy part; after a new release a missing chunk asks for a reload instead of leaving a blank page. */
export class ChunkBoundary extends Component<Props, { failed: boolean }> {
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
