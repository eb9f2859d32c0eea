import { Component, type ReactNode, Suspense } from 'react'
import { Button } from '../ui/button'
import { LoadingMessage, PageMessage } from '../ui/page-message'

/** Loads a part of the site on demand; a part that is gone after a new release asks for a reload, never a blank page. */
export class ChunkBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed)
      return <Suspense fallback={<LoadingMessage title="Loading" />}>{this.props.children}</Suspense>
    return (
      <PageMessage title="This page could not be shown">
        <p>The site may have been updated, or the connection was lost. Load the page again to continue.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </PageMessage>
    )
  }
}
