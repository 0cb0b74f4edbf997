import './head-start.ts'
import '@mantine/core/styles.css'
import './global.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchKeptPage } from '../data/database/kept-page.ts'
import { watchTransactions } from '../data/database/transactions.ts'
import { watchInstallation } from '../data/install/installation.ts'
import { restoreSession } from '../data/session/restore-session.ts'
import { sessionStore } from '../data/session/session-store.ts'
import { registerServiceWorker } from '../data/version/service-worker.ts'
import { watchBack } from '../ui/navigation/watch-back.ts'
import { startSession } from './boot.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

/** On any page, also one on which nobody is logged in: it may be sealing an account when it is left. */
function releaseWhenKept(): void {
  const transactions = watchTransactions({ database: IDBDatabase.prototype, factory: IDBFactory.prototype })
  watchKeptPage({ page: window, release: transactions.end, reload: () => window.location.reload() })
}

async function start(): Promise<void> {
  releaseWhenKept()
  watchInstallation(window)
  const root = document.getElementById('root')
  if (!root) throw new Error('No #root in the page')
  document.documentElement.dataset.build = __BUILD_ID__
  await restoreSession().catch((error: unknown) => console.error(error))
  await startSession()
  watchBack(router)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
  // The guards of pages run at a navigation only: a page of the person who left gives way to the login, and a login to the page that it leads to.
  sessionStore.watchOtherTabs(() => void router.invalidate())
  const expectsLogin = sessionStore.get().auth === null
  registerServiceWorker({ open: (path) => void router.navigate({ href: path }), expectsLogin })
}

void start()
