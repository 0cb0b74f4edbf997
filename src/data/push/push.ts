import { callApi } from '../api/api.ts'
import { isKey, nothing, objectOf } from '../api/shape.ts'
import { sessionStore } from '../session/session-store.ts'

/**
 * Notifications on this device (PWA-03). The browser asks its question only from `subscribe`, which a person's own press calls.
 *
 *   unsupported   the browser has no push, or the development server no worker
 *   blocked       the person refused in the browser, and can allow it again only there
 *   off ─ subscribe, a login of who had turned it on here ─▶ on ─ unsubscribe, logout ─▶ off
 */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const PATIENCE_MS = 4000

const isSupported = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker's registration; null while none was ever installed (ready would wait forever). */
async function registration(): Promise<ServiceWorkerRegistration | null> {
  return (await navigator.serviceWorker.getRegistration('/')) ? navigator.serviceWorker.ready : null
}

const current = async (): Promise<PushSubscription | null> =>
  (await (await registration())?.pushManager.getSubscription()) ?? null

export const isPushKey = objectOf({ publicKey: isKey })

const tell = (subscription: PushSubscription): Promise<void> =>
  callApi('/push/subscribe', nothing, { method: 'POST', body: subscription.toJSON(), silent: true })

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && (await current()) ? 'on' : 'off'
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/**
 * Asks the browser's question if it was not answered yet, and subscribes with the server's key.
 * @throws AppError of the API; DOMException where the browser's push service does not answer
 */
export async function subscribePush(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const state = await subscribeHere()
  if (state === 'on') note(presentAccount(), true)
  return state
}

/** The browser has been asked, and has allowed it. */
async function subscribeHere(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  const { publicKey } = await callApi('/push/key', isPushKey, { silent: true })
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    // An installation with another secret has another key; the browser keeps the first one until it is unsubscribed.
    await (await worker.pushManager.getSubscription())?.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  await tell(subscription)
  return 'on'
}

/** Accounts that turned notifications on here: the browser has one subscription, which every logout ends. */
const WANTED = 'lolapp.app.notifications.comptes'
/** More than use one device; the latest stay. */
const ACCOUNTS = 50

function wanted(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(WANTED) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** @param account `personnel:<id>` */
function note(account: string | null, isWanted: boolean): void {
  if (account === null) return
  const others = wanted().filter((one) => one !== account)
  const next = isWanted ? [...others, account].slice(-ACCOUNTS) : others
  try {
    if (next.length === 0) localStorage.removeItem(WANTED)
    else localStorage.setItem(WANTED, JSON.stringify(next))
  } catch {
    // A full quota: they turn it on again.
  }
}

function presentAccount(): string | null {
  const { auth } = sessionStore.get()
  return auth && `${auth.account.kind}:${auth.account.id}`
}

/** Nothing here remembers any more that this account wanted notifications. */
export const forgetPush = (account: string): void => note(account, false)

/** The person turns them off: no login turns them on again. */
export async function turnPushOff(): Promise<PushState> {
  note(presentAccount(), false)
  return unsubscribePush()
}

/** Before a logout: the next person of this device must not read notifications that were meant for this one. */
export async function leavePush(): Promise<void> {
  // A former version did not note who had turned them on.
  if ((await pushState()) === 'on' && wanted().length === 0) note(presentAccount(), true)
  await unsubscribePush().catch(() => undefined)
  await closeNotifications()
}

/** In the browser first: then nothing arrives any more, even where the server cannot be told. */
export async function unsubscribePush(): Promise<PushState> {
  const subscription = isSupported() ? await current() : null
  if (subscription) {
    const { endpoint } = subscription
    await subscription.unsubscribe()
    if (navigator.onLine) {
      await callApi('/push/subscribe', nothing, {
        method: 'DELETE',
        body: { endpoint },
        ownRefusal: true,
        silent: true,
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => undefined)
    }
  }
  return pushState()
}

/** Removes the notifications that this device still shows: they name customers, and lead into the area of whoever is signed in. */
export async function closeNotifications(): Promise<void> {
  const shown = isSupported() ? await (await registration())?.getNotifications() : undefined
  for (const one of shown ?? []) one.close()
}

/** After a login: removes what a session that ended by itself has left on the screen, registers a browser that is subscribed already under the new session, and subscribes it for who had turned notifications on here. */
export async function renewPush(): Promise<void> {
  await closeNotifications().catch(() => undefined)
  const state = await pushState()
  const subscription = state === 'on' ? await current() : null
  if (subscription) return tell(subscription)
  const isWanted = wanted().includes(presentAccount() ?? '')
  if (state === 'off' && Notification.permission === 'granted' && isWanted) await subscribeHere()
}
