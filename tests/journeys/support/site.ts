import type { Locator, Page } from 'playwright'
import { png } from '../../support/sample-files.ts'
import { placeAtRest } from './agenda.ts'
import { ask, type Clerk, type DemoServer, PASSWORD, type Row } from './demo-server.ts'
import { eventually } from './people.ts'
import { sha256 } from './photos.ts'

/** A site of a technician: the planned works, and the signature of the customer. */

interface Site {
  boss: Clerk
  technician: Clerk
  /** Id of the intervention. */
  id: string
  works: string
  day: string
}

/** A day's works on a demo project with a quote and a client who has a mail address. */
export async function planSite({ boss, technician, id, works, day }: Site): Promise<{ projet: Row; client: Row }> {
  const clients = new Map((await boss.all('/clients')).map((row) => [row.IDCLIENT, row]))
  const devis = new Map((await boss.all('/devis')).map((row) => [row.IDPROJET, row]))
  const projet = (await boss.all('/projets')).find((row) => devis.has(row.IDPROJET) && clients.get(row.IDCLIENT)?.MAIL)
  if (!projet) throw new Error('No demo project has a quote and a client with a mail')
  await boss.write('POST', '/interventions', {
    IDINTERVENTION: id,
    IDPROJET: projet.IDPROJET,
    IDDEVIS: devis.get(projet.IDPROJET)?.IDDEVIS,
    RDV_OBJET: works,
    RDV_DEBUT: `${day} 08:00`,
    RDV_FIN: `${day} 17:00`,
    IDINTERVENTION_PLANNING: [{ id: 'p', IDPERSONNEL: technician.id, DEBUT: `${day} 08:00`, FIN: `${day} 17:00` }],
  })
  return { projet, client: clients.get(projet.IDCLIENT) as Row }
}

/** A unique size in pixels, to recognise the picture in a PDF. */
export const LOGO_PX = 61
const LOGO = png('logo', LOGO_PX)

/** An administrator uploads the company's logo. */
export async function hangLogo({ port, url }: DemoServer): Promise<void> {
  const body = { email: 'admin@example.com', password: PASSWORD }
  const login = await ask({ port, host: 'admin', method: 'POST', path: '/login', body })
  const company = await ask({ port, host: 'demo', method: 'GET', path: '/company/demo' })
  const [{ token }, { id }] = [login, company].map((answer) => (answer.body as { data: Row }).data) as [Row, Row]
  const hung = await fetch(`${url}/api/admin/company/${id}/pictures/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(LOGO),
  })
  if (!hung.ok) throw new Error(`The logo was refused: ${hung.status} ${await hung.text()}`)
}

/** Waits until the device has it for its documents. */
export const seeLogoKept = (page: Page): Promise<void> =>
  eventually(() =>
    page.evaluate(async (hash) => {
      const answered = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const store = (await indexedDB.databases()).find(({ name }) => name?.endsWith('-files'))
      if (!store?.name) return 0
      const db = await answered(indexedDB.open(store.name))
      const found = await answered(db.transaction('bytes').objectStore('bytes').count(hash))
      db.close()
      return found
    }, sha256(LOGO)),
  ).toBe(1)

/** Recipients of a PV's mails, one line per mail. */
export async function mailedPvs(boss: Clerk): Promise<unknown[]> {
  const { data } = (await boss.call('GET', '/demo/outbox?limit=200')).body as { data: (Row & { payload: Row })[] }
  return data
    .filter(({ channel, payload }) => channel === 'mail' && /procès-verbal/.test(String(payload.subject)))
    .map((mail) => mail.recipient)
}

/** The pad has as many pixels as the screen gives it: before, a stroke would be lost with the first size. */
const isReady = (pad: Locator): Promise<boolean> =>
  pad.evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    return canvas.width === Math.round(canvas.getBoundingClientRect().width * Math.max(1, devicePixelRatio))
  })

const isDrawn = (pad: Locator): Promise<boolean> =>
  pad.evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels?.some((value, at) => at % 4 === 3 && value > 0) ?? false
  })

/** Signs by finger: several strokes over the pad. Returns once they are on it. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Signature du client' })
  await eventually(() => isReady(pad)).toBe(true)
  await pad.scrollIntoViewIfNeeded()
  const box = await placeAtRest(pad)
  for (const shift of [0, 40]) {
    await page.mouse.move(box.x + 40, box.y + 60 + shift)
    await page.mouse.down()
    for (let n = 1; n <= 12; n += 1) {
      await page.mouse.move(box.x + 40 + n * 18, box.y + 60 + shift + (n % 2) * 24)
      await page.waitForTimeout(20)
    }
    await page.mouse.up()
  }
  await eventually(() => isDrawn(pad)).toBe(true)
}
