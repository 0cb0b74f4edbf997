import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { outbox } from './support/clients.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { waitUntilStored } from './support/local-data.ts'
import {
  askToLogOut,
  eventually,
  goOffline,
  goOnline,
  LATER,
  openAccountMenu,
  pendingCount,
  SOON,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** Notifications on a device: enabled by the user, received by the service worker, a click opens the record. */

let server: DemoServer
let rep: Clerk
let device: Device
let page: Page
let cdp: CDPSession
let projet: string
let registrationId = ''
const calls: { method: string; body: string | null }[] = []

/** A browser on a machine without Google's push service: it subscribes with the given key, as the real one would. */
async function standInForThePushService(): Promise<void> {
  await device.context.addInitScript(() => {
    const json = {
      endpoint: 'https://push.example.com/essai/1',
      expirationTime: null,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    }
    const key = 'essai.abonnement'
    const subscription = {
      endpoint: json.endpoint,
      toJSON: () => json,
      unsubscribe: async () => {
        sessionStorage.removeItem(key)
        return true
      },
    }
    if (typeof PushManager === 'undefined') return
    PushManager.prototype.subscribe = async (options) => {
      const bytes = new Uint8Array(options?.applicationServerKey as ArrayBuffer)
      sessionStorage.setItem(key, `${bytes.length} ${bytes[0]} ${options?.userVisibleOnly}`)
      return subscription as never
    }
    PushManager.prototype.getSubscription = async () =>
      (sessionStorage.getItem(key) === null ? null : subscription) as never
    const ask = Notification.requestPermission
    Notification.requestPermission = async () => {
      sessionStorage.setItem('essai.question', '1')
      return ask.call(Notification)
    }
  })
}

const shown = () =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, data }) => ({
      title,
      body,
      url: data?.url,
    })),
  )

const titles = async (): Promise<string[]> => (await shown()).map(({ title }) => title).sort()

/**
 * The protocol does not tell whether the worker got the message, and sometimes one is lost. Like a push service,
 * this sends it again until its notification is shown.
 */
async function deliver(data: string, title: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    await cdp.send('ServiceWorker.deliverPushMessage', { origin: server.web(), registrationId, data })
    for (const limit = performance.now() + SOON; performance.now() < limit; await wait(100))
      if ((await titles()).includes(title)) return
  }
  throw new Error(`${title} was never shown`)
}

/** Presses a notification that is shown. */
async function press(title: string): Promise<void> {
  const [worker] = device.context.serviceWorkers()
  if (!worker) throw new Error('No service worker')
  await worker.evaluate(async (wanted) => {
    const scope = self as unknown as ServiceWorkerGlobalScope
    const found = await scope.registration.getNotifications()
    const notification = found.find((one) => one.title === wanted)
    if (!notification) throw new Error('Not shown')
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  }, title)
}

beforeAll(async () => {
  server = await openDemoServer()
  rep = await server.clerk('commercial@example.com')
  projet = String((await rep.all('/projets'))[0]?.IDPROJET)
  device = await launchChromium({ whole: true })
  await standInForThePushService()
  await device.context.grantPermissions(['notifications'], { origin: server.web() })
  page = device.page
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/push/subscribe') {
      calls.push({ method: request.method(), body: request.postData() })
    }
  })
  cdp = await device.context.newCDPSession(page)
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const one of registrations) if (one.scopeURL === `${server.web()}/`) registrationId = one.registrationId
  })
  await cdp.send('ServiceWorker.enable')
  await signInAndReceive(page, server.web(), 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[PWA-03] asks for permission only on demand: the switch of the account menu subscribes with the server’s key', async () => {
  expect(await page.evaluate(() => sessionStorage.getItem('essai.question'))).toBeNull()
  await openAccountMenu(page)
  const toggle = page.getByRole('switch', { name: 'Notifications' })
  await eventually(() => toggle.isChecked()).toBe(false)
  await toggle.click({ force: true })
  await eventually(() => toggle.isChecked()).toBe(true)
  // Browsers require an uncompressed P-256 point, and a visible notification for each push.
  await eventually(() => page.evaluate(() => sessionStorage.getItem('essai.abonnement'))).toBe('65 4 true')
  await eventually(() => calls.map(({ method }) => method)).toEqual(['POST'])
  expect(JSON.parse(calls[0]?.body ?? '{}')).toMatchObject({ endpoint: 'https://push.example.com/essai/1' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Se déconnecter' }).waitFor({ state: 'detached' })
})

it('[PWA-03] a push is shown with its text; an unreadable one is shown with a general text', async () => {
  await eventually(() => registrationId).not.toBe('')
  const url = `/manager/projet/${projet}`
  await deliver(JSON.stringify({ title: 'Devis signé', message: 'DV-12', url }), 'Devis signé')
  expect(await shown()).toEqual([{ title: 'Devis signé', body: 'DV-12', url }])
  await deliver('not json', 'Lolapp')
  expect(await titles()).toEqual(['Devis signé', 'Lolapp'])
})

it('[PWA-03] a press on it opens the record in the open tab, without reloading the page', async () => {
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await press('Devis signé')
  await page.waitForURL(`${server.web()}/manager/projet/${projet}`, { timeout: SOON })
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  await eventually(titles).toEqual(['Lolapp'])
})

it('[DAY-07 tap] [PWA-03] a notice that arrived is pressed without a network: its record opens from this device, the notice is read, elsewhere too once there is a network', async () => {
  const director = await server.clerk('directeur@example.com')
  const day = addDays(today('Europe/Paris'), 100)
  const hours = { RDV_DEBUT: `${day} 09:00`, RDV_FIN: `${day} 10:00` }
  const IDRDV = 'rdv-de-la-notification'
  const rdv = { IDRDV, RDV_OBJET: 'Visite pour une notification', ...hours, IDPERSONNELS: [rep.id] }
  await director.write('POST', '/rdvs', rdv)
  const bell = page.getByRole('link', { name: /^Notifications/ })
  await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications, 1 non lue')
  // The notice and its record come one after the other.
  await waitUntilStored(page, { rdvs: IDRDV })
  await waitUntilUpToDate(page)
  const pushed = async () => (await outbox(server)).find(({ recipient }) => recipient === `personnel:${rep.id}`)
  await eventually(pushed).toBeDefined()
  const payload = JSON.stringify((await pushed())?.payload)
  await goOffline(device)
  await deliver(payload, 'Un rendez-vous est dans votre agenda')
  await press('Un rendez-vous est dans votre agenda')
  await page.waitForURL((url) => url.pathname === `/manager/rdv/${IDRDV}`, { timeout: SOON })
  await seeTitle(page, 'Visite pour une notification')
  await eventually(() => bell.getAttribute('aria-label')).toBe('Notifications')
  await eventually(() => pendingCount(page)).toBe(1)
  await goOnline(device)
  await eventually(async () => (await rep.all('/notifications')).map(({ LU }) => LU), LATER).toEqual([1])
})

it('[PWA-03] logging out unsubscribes the browser, tells the server, and takes back what is shown', async () => {
  calls.length = 0
  await eventually(titles).toEqual(['Lolapp'])
  await askToLogOut(page)
  await seeTitle(page, 'Connexion')
  await eventually(() => calls).toEqual([
    { method: 'DELETE', body: JSON.stringify({ endpoint: 'https://push.example.com/essai/1' }) },
  ])
  await eventually(() => page.evaluate(() => sessionStorage.getItem('essai.abonnement'))).toBeNull()
  await eventually(titles).toEqual([])
})
