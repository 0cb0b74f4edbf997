import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from '../../journeys/support/demo-server.ts'
import { LATER } from '../../journeys/support/people.ts'
import { openTlsFront, type TlsFront } from '../../support/tls-front.ts'
import type { Browser } from './browser.ts'
import { eventually, type Screen, screenOf, signIn, waitUntilReady, waitUntilUpToDate } from './screen.ts'

const REP = 'commercial@example.com'

const HOST = 'demo.localhost'

interface Journey {
  open: () => Promise<Browser>
  /** Over https, as in production: over http WebKit keeps pages for « Précédent » whatever the server says. */
  isSecure?: boolean
}

/** The app's core in one browser: offline it opens and accepts work, and later everything arrives. One story, told in order. */
export function tellCoreJourney({ open, isSecure = false }: Journey): void {
  let server: DemoServer
  let front: TlsFront | undefined
  let web: string
  let boss: Clerk
  let browser: Browser
  let screen: Screen
  /** Made on the server, edited by both. */
  const shared = randomUUID()
  const sharedName = uniqueWord('Partage')
  const made = uniqueWord('Zebulon')
  const others = [1, 2, 3].map(() => uniqueWord('Autre'))

  const makeClient = async (name: string): Promise<void> => {
    await screen.press({ role: 'link', name: 'Mes clients' })
    await screen.seeTitle('Mes clients')
    await screen.press({ role: 'link', name: 'Nouveau client' })
    await screen.fill('Nom', name)
    await screen.press({ role: 'button', name: 'Enregistrer' })
    await screen.seeNotice('Création Client réussie')
  }
  /** @returns whether the browser keeps the former page, as that page was told */
  const leaveFor = async (address: string): Promise<string | null> => {
    await screen.tab.evaluate(() =>
      window.addEventListener('pagehide', ({ persisted }) => localStorage.setItem('test.kept', String(persisted))),
    )
    await screen.tab.goto(address)
    return screen.tab.evaluate(() => localStorage.getItem('test.kept'))
  }
  const rename = async (label: string, words: string): Promise<void> => {
    await screen.tab.goto(`${web}/manager/client/${shared}/edit`)
    await screen.seeTitle('Modifier le client')
    await screen.fill(label, words)
    await screen.press({ role: 'button', name: 'Enregistrer' })
    await screen.seeNotice('Modification Client réussie')
  }
  const onServer = () => boss.one(`/clients/${shared}`)

  beforeAll(async () => {
    server = await openDemoServer()
    if (isSecure) front = await openTlsFront(server.port, HOST)
    web = front ? `https://${HOST}:${front.port}` : server.web()
    boss = await server.clerk('directeur@example.com')
    const rep = await server.clerk(REP)
    await boss.write('POST', '/clients', { IDCLIENT: shared, NOM: sharedName, IDPERSONNEL: rep.id })
    browser = await open()
    screen = screenOf(browser.tab)
    console.log(browser.version)
  }, SETUP)

  afterAll(async () => {
    try {
      await browser?.close()
    } finally {
      await front?.close()
      await server?.dispose()
    }
  })

  it('[SYN-01] logs in and receives everything', async () => {
    await signIn(screen, web, REP)
    await waitUntilReady(screen)
  })

  it('[AUT-09] [SYN-01] the server is stopped: reloaded, the app opens, and a new client is kept', async () => {
    await server.stop()
    await screen.tab.reload()
    await screen.seeTitle('Accueil')
    await makeClient(made)
    await eventually(() => screen.pill()).toContain('1 à envoyer')
    // Stored, not only shown.
    await screen.tab.reload()
    await eventually(() => screen.pill()).toContain('1 à envoyer')
  })

  it('[WORK-10] a left page, which the browser may keep, does not block the writes of the next one', async () => {
    for (const [n, name] of others.entries()) {
      // Left while its worker tries to send, then twice more before a page that writes.
      await screen.tab.goto(`${web}/manager`)
      await screen.seeTitle('Accueil')
      await screen.tab.reload()
      await screen.seeTitle('Accueil')
      await makeClient(name)
      await eventually(() => screen.pill()).toContain(`${n + 2} à envoyer`)
    }
  })

  it('[SYN-01] [SYN-03] the server is back: it has the clients, once', async () => {
    await server.start()
    await waitUntilUpToDate(screen)
    boss = await server.clerk('directeur@example.com')
    const all = [made, ...others]
    const named = async () =>
      (await boss.all('/clients')).map(({ NOM }) => String(NOM)).filter((name) => all.includes(name))
    await eventually(async () => (await named()).toSorted(), LATER).toEqual(all.toSorted())
  })

  it('[SYN-04] another person’s edit is kept together with the edit made here', async () => {
    const [mail, remark] = [`${sharedName.toLowerCase()}@example.com`, uniqueWord('Portail')]
    await server.stop()
    await rename('Observations', remark)
    await server.start()
    boss = await server.clerk('directeur@example.com')
    await boss.write('PUT', `/clients/${shared}`, { MAIL: mail })
    await eventually(async () => (await onServer()).OBSERVATIONS, LATER).toBe(remark)
    await waitUntilUpToDate(screen)
    expect(await onServer()).toMatchObject({ MAIL: mail, OBSERVATIONS: remark })
    await screen.tab.goto(`${web}/manager/client/${shared}`)
    await screen.seeTitle(sharedName)
    await eventually(() => screen.tab.evaluate(() => document.body.innerText)).toContain(mail)
    await eventually(() => screen.tab.evaluate(() => document.body.innerText)).toContain(remark)
  })

  it('[RES-03] « Précédent » closes what lies over the page, asks about words that are not saved, and leads back', async () => {
    const back = (): Promise<void> => screen.tab.evaluate(() => window.history.back())
    const dialogs = () =>
      screen.tab.evaluate(() => [...document.querySelectorAll('[role=dialog] h2')].map((one) => one.textContent))
    await screen.press({ role: 'link', name: 'Mes clients' })
    await screen.seeTitle('Mes clients')
    await screen.press({ role: 'button', part: 'Rechercher' })
    await eventually(dialogs).toEqual(['Rechercher'])
    await back()
    await eventually(dialogs).toEqual([])
    await screen.press({ role: 'link', name: 'Nouveau client' })
    await screen.seeTitle('Nouveau client')
    await screen.fill('Nom', 'Essai')
    // A second one answers the question as its cross does.
    for (const shown of [['Modifications non enregistrées'], [], ['Modifications non enregistrées']]) {
      await back()
      await eventually(dialogs).toEqual(shown)
      await screen.seeTitle('Nouveau client')
    }
    await screen.press({ role: 'button', name: 'Quitter sans enregistrer' })
    await screen.seeTitle('Mes clients')
    expect(await screen.tab.evaluate(() => window.location.pathname)).toBe('/manager/client')
  })

  it('[AUT-08] [SEAL-1] a logout seals pending entries, and the next login sends them', async () => {
    const name = uniqueWord('Garde')
    await server.stop()
    await rename('Nom', name)
    await screen.press({ role: 'button', name: 'Mon compte' })
    await screen.press({ role: 'button', name: 'Se déconnecter' })
    await screen.press({ role: 'button', name: 'Garder sur cet appareil' })
    await screen.seeTitle('Connexion')
    expect(await screen.tab.evaluate(() => localStorage.getItem('lolapp.auth'))).toBeNull()
    await server.start()
    boss = await server.clerk('directeur@example.com')
    expect((await onServer()).NOM).toBe(sharedName)
    await signIn(screen, web, REP)
    await eventually(async () => (await onServer()).NOM, LATER).toBe(name)
    await waitUntilReady(screen)
  })

  it('[WORK-10] [SEAL-1] a page that is left while it seals an account does not block the next login', async () => {
    await screen.press({ role: 'button', name: 'Mon compte' })
    await screen.press({ role: 'button', name: 'Se déconnecter' })
    await screen.seeTitle('Connexion')
    // A slow device: one step of sealing lasts as long as the page.
    expect(await screen.tab.evaluate(keepBusy, 'lolapp-keyring', 'accounts')).toBe(true)
    const kept = await leaveFor(`${web}/confidentialite`)
    expect(isSecure && kept !== 'false').toBe(false)
    await signIn(screen, web, REP)
    await waitUntilReady(screen)
  })

  it('[WORK-10] a page that the browser keeps anyway, over http, blocks no write of the next one either', async () => {
    const page = `${server.web()}/confidentialite`
    await screen.tab.goto(page)
    await screen.seeTitle('Confidentialité et mentions légales')
    expect(await screen.tab.evaluate(keepBusy, 'essai', 'notes')).toBe(true)
    const kept = await leaveFor(`${server.web()}/password/reset`)
    expect(isSecure && kept !== 'true').toBe(false)
    expect(await screen.tab.evaluate(write, 'essai', 'notes')).toBe('written')
  })

  it('a page that is left while its screen loads does not reload in place of the next one', async () => {
    for (let round = 0; round < 12; round++) {
      await screen.tab.goto(`${server.web()}/confidentialite`)
      // The driver answers once the document is loaded; the screen's files come in the time after.
      await new Promise((resolve) => setTimeout(resolve, round * 8))
      await screen.tab.goto(`${server.web()}/password/reset`)
      await screen.seeTitle('Mot de passe oublié')
    }
  })

  it('[WORK-10] shown again by « Précédent », it writes as before', async () => {
    // It has begun no transaction itself.
    await screen.tab.goto(`${server.web()}/confidentialite`)
    await screen.seeTitle('Confidentialité et mentions légales')
    const kept = await leaveFor(`${server.web()}/password/reset`)
    expect(isSecure && kept !== 'true').toBe(false)
    await screen.tab.evaluate(() => window.history.back())
    await screen.seeTitle('Confidentialité et mentions légales')
    await eventually(() => screen.tab.evaluate(write, 'essai', 'notes')).toBe('written')
  })
}

/** In the page: a transaction that lasts as long as the page. @returns whether it has begun */
async function keepBusy(name: string, store: string): Promise<boolean> {
  const opening = indexedDB.open(name)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store))
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const rows = opening.result.transaction(store, 'readwrite').objectStore(store)
  let turns = 0
  const go = (): void => {
    turns++
    rows.count().onsuccess = go
  }
  go()
  await new Promise((resolve) => setTimeout(resolve, 200))
  return turns > 1
}

/** In the page: writes once; gives up when blocked for a minute. */
function write(name: string, store: string): Promise<string> {
  return new Promise((resolve, reject) => {
    setTimeout(() => resolve('held back'), 60_000)
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(store, 'readwrite')
      transaction.objectStore(store).put('neuf', 'a')
      transaction.addEventListener('complete', () => resolve('written'))
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
  })
}
