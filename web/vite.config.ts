import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sharedFiles } from './chunks.ts'
import { shippedContent } from './shipped-content.ts'
import { isStaffPath } from './src/lib/paths.ts'

/** Serves the empty shell for staff pages in `vite preview`, as the web server does in production. */
const staffShell: Plugin = {
  name: 'staff-shell',
  configurePreviewServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (isStaffPath(new URL(request.url ?? '/', 'http://localhost').pathname)) request.url = '/app.html'
      next()
    })
  },
}

/** The engine for patterns that are not offered stays on the servers: it is larger than the rest of the dashboard's frame. */
const browserValidation: Plugin = {
  name: 'browser-validation',
  enforce: 'pre',
  resolveId(source, importer) {
    const isPart = source === './validate' && importer?.includes('/packages/table-schema/src/')
    return isPart ? this.resolve('./validate-in-browser', importer) : null
  },
}

const proxy = process.env.API_ORIGIN ? { '/api': { target: process.env.API_ORIGIN } } : undefined

export default defineConfig({
  plugins: [react(), tailwindcss(), staffShell, shippedContent(), browserValidation],
  resolve: { tsconfigPaths: true },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
  build: {
    // Small files stay files: a data URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A file that is imported statically as well is not loaded on demand: an error, not a warning.
      onwarn(warning, warn) {
        if (warning.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(warning.message)
        warn(warning)
      },
      output: {
        codeSplitting: {
          groups: [
            // A file of its own, so that the home page is painted, and its content followed, without it.
            { name: 'react', test: /node_modules.(react|react-dom|scheduler)./, priority: 20 },
            // Not in the first script, whose styles would come with every file that loads others.
            {
              name: 'loading',
              test: /vite.preload-helper|lib.(reloading-import|load-failure|early-answers|paths)\.ts/,
              priority: 20,
            },
            // Loaded before the screens, which it asks for, so it imports none of their files.
            {
              name: 'staff-start',
              test: /app.staff-(start|files)|features.\w+.pages\.ts|lib.start-page/,
              priority: 20,
            },
            // Small, and shared by several islands: together they are one request instead of three.
            { name: 'drawings', test: /ui.drawings.(arrow|target-face)\.tsx|lib.use-hydrated/, priority: 15 },
            ...sharedFiles(),
          ],
        },
      },
    },
  },
})
