import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/app'
import { preparePage } from '#app/pages'
import './app/styles.css'

const root = document.getElementById('root') as HTMLElement

preparePage(location.pathname).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
