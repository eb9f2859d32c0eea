import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app'
import { preparePage } from './app/pages'
import { isStaffPath } from './app/paths'
import './app/styles.css'

const root = document.getElementById('root') as HTMLElement
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

// The home page arrives prerendered; the shell of the staff pages and the development server start empty.
if (root.firstElementChild && !isStaffPath(location.pathname)) hydrateRoot(root, app)
else {
  root.replaceChildren()
  preparePage(location.pathname).then(() => createRoot(root).render(app))
}
