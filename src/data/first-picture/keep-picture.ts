import { addDays, DEFAULT_ZONE, dayStart, today } from '../../../schemas/dates.ts'
import { isAdminHost } from '../api/host.ts'
import { sessionStore } from '../session/session-store.ts'
import { forgetPicture, PICTURE_KEY, type StoredPicture } from './stored-picture.ts'
import { FRAME, stylesOf, treeOf } from './take-picture.ts'

/** Bytes of UTF-16: a page of many appointments would take the room of what matters more. */
const MOST = 600_000

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function ownerNow(): string | null {
  const { auth, company } = sessionStore.get()
  return auth && company && auth.account.kind === 'personnel' ? `${auth.account.kind}:${auth.account.id}` : null
}

/** Nothing stands over the page, and it is the one that opens without a choice of days or people. */
const isPlain = (page: Document): boolean =>
  location.search === '' && page.visibilityState === 'visible' && !page.querySelector('[role=dialog],[role=alert]')

/** Keeps what the page shows now for the next start of this device (WORK-13). Nothing is kept of an impersonation, nor once somebody has logged out meanwhile. */
export async function keepPicture(page: Document): Promise<void> {
  const owner = ownerNow()
  const script = page.querySelector<HTMLScriptElement>('script[type=module]')
  const root = page.getElementById('root')
  if (owner === null || isAdminHost() || !script || !root || !isPlain(page)) return
  const css = await stylesOf(page, nextTask)
  if (ownerNow() !== owner || !isPlain(page)) return
  const zone = sessionStore.get().company?.FUSEAU || DEFAULT_ZONE
  const html = page.documentElement
  const scheme = html.getAttribute('data-mantine-color-scheme') ?? ''
  const style = `${html.style.cssText};height:100%`
  const picture: StoredPicture = {
    owner,
    path: location.pathname,
    build: script.src,
    from: Date.now(),
    until: Date.parse(dayStart(addDays(today(zone), 1), zone)),
    width: innerWidth,
    height: innerHeight,
    scheme,
    css,
    tree: ['div', { class: FRAME, 'data-mantine-color-scheme': scheme, style }, [treeOf(root)]],
  }
  const text = JSON.stringify(picture)
  try {
    if (text.length > MOST) forgetPicture()
    else localStorage.setItem(PICTURE_KEY, text)
  } catch {
    forgetPicture()
  }
}
