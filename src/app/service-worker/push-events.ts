/// <reference lib="webworker" />
import { type OpenMessage, ownPath, readPush } from '../../data/push/push-message.ts'

/**
 * The service worker's side of notifications (PWA-03): shows those that arrive; a click opens the record in the tab that is open, which keeps
 * an unsaved form's guard, or in a new one.
 */
export function attachPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const { title, body, url } = readPush(event.data?.text())
    const options = { body, lang: 'fr', icon: '/icon-192.png', badge: '/icon-192.png', data: { url } }
    event.waitUntil(worker.registration.showNotification(title, options))
  })

  const open = async (url: string): Promise<void> => {
    const tabs = await worker.clients.matchAll({ type: 'window' })
    const tab = tabs.find((one) => one.visibilityState === 'visible') ?? tabs[0]
    if (!tab) {
      await worker.clients.openWindow(url)
      return
    }
    const message: OpenMessage = { type: 'OPEN', url }
    tab.postMessage(message)
    // Refused where the browser sees no press of the user: the tab shows the record without the focus.
    await tab.focus().catch(() => undefined)
  }

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const data = event.notification.data as { url?: unknown } | null
    event.waitUntil(open(ownPath(data?.url)))
  })
}
