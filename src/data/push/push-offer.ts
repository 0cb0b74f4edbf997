import { pushText } from '../../text/push.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { type PushState, pushState, subscribePush } from './push.ts'

const KEY = 'lolapp.app.notifications'
const OFFER_MS = 12_000

/** Shows the result; the switch of the account menu shows the same. */
export async function turnPushOn(): Promise<PushState> {
  try {
    const state = await subscribePush()
    if (state === 'on') notices.success(pushText.on)
    else if (state === 'blocked') notices.info(pushText.blocked)
    return state
  } catch {
    notices.info(pushText.failed)
    return pushState()
  }
}

/**
 * Offers notifications once a device, after the user has just done something that others answer to. It is a discreet notice: the browser's own
 * question comes only when « Activer » is pressed, so that nobody refuses it without reading.
 */
export async function offerPush(): Promise<void> {
  if (!navigator.onLine || localStorage.getItem(KEY) !== null) return
  if ((await pushState()) !== 'off' || Notification.permission !== 'default') return
  localStorage.setItem(KEY, 'proposé')
  notices.action({
    message: pushText.offer,
    label: pushText.accept,
    forMs: OFFER_MS,
    onAction: () => void turnPushOn(),
  })
}
