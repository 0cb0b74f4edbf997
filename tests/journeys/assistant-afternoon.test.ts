import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  bring,
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pill,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  typeDate,
  typeTime,
  waitUntilUpToDate,
} from './support/people.ts'
import { plannerOf } from './support/team-agenda.ts'

/** An assistant's afternoon offline: forty customers of one letter, their list as a file, and a value that a colleague changed meanwhile. */

const DAY = today('Europe/Paris')
/** A Wednesday of the weeks that devices hold. */
const TAKEN = addDays(mondayOf(addDays(DAY, 35)), 2)
const FORTY = 40
const ELSEWHERE = 3
const word = uniqueWord('Éloïse')
const CALLED = 3

/** Cell texts that a spreadsheet would run. */
const FORMULAS = ['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', ' =1;"2"', '＝1+1']
const names = Array.from({ length: FORTY }, (_, n) => FORMULAS[n] ?? `Client${String(n).padStart(2, '0')}`)

let server: DemoServer
let boss: Clerk
let rep: Clerk
let device: Device
let page: Page
/** The hour that she took instead of the taken one. */
let freed = ''
/** Her note of each call, by client. */
const remarks = new Map<string, string>()
const ids: string[] = []

const open = (path: string): Promise<unknown> => page.goto(`${server.web()}/manager/${path}`)
const query = (name: string): string | null => new URL(page.url()).searchParams.get(name)
const nameOf = (n: number): string => `${names[n]} ${word}`
const list = () => page.getByRole('list', { name: 'Clients' })

async function makeClients(desk: Clerk, agencies: { mine: unknown; other: unknown }): Promise<void> {
  for (let n = 0; n < FORTY; n++) {
    const IDCLIENT = randomUUID()
    await desk.write('POST', '/clients?skip_duplicate_check=true', {
      IDCLIENT,
      NOM: names[n],
      PRENOM: word,
      PORTABLE: `06399866${String(n).padStart(2, '0')}`,
      MAIL: `client${n}@example.com`,
      VILLE: n % 2 ? 'Nantes' : 'Saint-Herblain',
      IDPERSONNEL: rep.id,
      IDAGENCE: n < FORTY - ELSEWHERE ? agencies.mine : agencies.other,
    })
    ids.push(IDCLIENT)
  }
}

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  rep = await server.clerk('commercial@example.com')
  const desk = await server.clerk('assistante@example.com')
  const { IDAGENCE: mine } = await desk.one(`/personnels/${desk.id}`)
  const { data } = (await desk.call('GET', '/datacache')).body as { data: { AGENCES: Row[] } }
  const other = data.AGENCES.find((agency) => agency.IDAGENCES !== mine)?.IDAGENCES
  await makeClients(desk, { mine, other })
  await plannerOf({ boss: rep, person: rep.id, day: TAKEN }).plan('09:00', '10:00')
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'assistante@example.com')
  await goOffline(device)
  await server.kill()
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[MGR-06] finds forty customers in two agencies; the address keeps her search', async () => {
  await open('suivi-client?vue=clients')
  await seeTitle(page, 'Suivi client')
  await page.getByLabel('Rechercher un client').fill(word.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
  await see(page, `${FORTY - ELSEWHERE} résultats`)
  await page.getByRole('combobox', { name: 'Agence' }).click()
  await page.getByRole('option', { name: 'Toutes les agences' }).click()
  await see(page, `${FORTY} résultats`)
  await eventually(() => [query('q'), query('agence')].filter(Boolean)).toHaveLength(2)
  await page.reload()
  await see(page, `${FORTY} résultats`)
  // Each of them is in the list.
  await bring(page, list().getByRole('link', { name: nameOf(FORTY - 1), exact: true }))
  await bring(page, list().getByRole('link', { name: nameOf(10), exact: true }))
})

it('[MGR-06] calls, and notes each call; the way back is her own list', async () => {
  for (const n of [10, 11, 12].slice(0, CALLED)) {
    const [name, remark] = [nameOf(n), uniqueWord('Rappel')]
    await bring(page, list().getByRole('link', { name, exact: true }))
    const row = list().getByRole('listitem').filter({ hasText: name })
    await eventually(() => row.getByRole('link', { name: `Appeler : ${name}` }).getAttribute('href')).toBe(
      `tel:06399866${n}`,
    )
    await row.getByRole('link', { name, exact: true }).click()
    await seeTitle(page, name)
    await page.getByRole('link', { name: 'Modifier' }).click()
    await seeTitle(page, 'Modifier le client')
    await field(page, 'Observations').fill(remark)
    await save(page)
    await see(page, 'Modification Client réussie')
    remarks.set(ids[n] ?? '', remark)
    await page.goBack()
    await see(page, `${FORTY} résultats`)
  }
  await eventually(() => pillText(page)).toBe(`Hors ligne · ${CALLED} à envoyer`)
  // From a customer opened by address, the way back is the list that her role may open.
  await open(`client/${ids[10]}`)
  await seeTitle(page, nameOf(10))
  await see(page, remarks.get(ids[10] ?? '') ?? '')
  await page.getByRole('link', { name: 'Retour' }).click()
  await seeTitle(page, 'Suivi client')
})

it('[MGR-06] [DAY-01 busy] plans a visit from the list for the client’s commercial, who is taken, and takes a free slot instead', async () => {
  await open(`suivi-client?q=${encodeURIComponent(word)}&agence=*`)
  const plan = page.getByRole('button', { name: `Prendre rendez-vous pour ${nameOf(13)}`, exact: true })
  await bring(page, plan)
  await plan.click()
  await seeTitle(page, 'Nouveau rendez-vous')
  await eventually(() => field(page, 'Objet').inputValue()).toBe(nameOf(13))
  await typeDate(page, 'Début, date', TAKEN)
  await typeTime(page, 'Début, heure', '09:30')
  await see(page, /: (rendez-vous|temps pris), 09:00 – 10:00/)
  await save(page)
  const question = page.getByRole('dialog', { name: 'Ce créneau est pris' })
  const slot = question.getByRole('button', { name: / – / }).first()
  freed = String((await slot.textContent())?.slice(-13, -8))
  await slot.click()
  await see(page, 'Création Rendez-vous réussie')
})

it('[MGR-06] is told whose number she types for a new client, looks at that record, and finds her form again', async () => {
  await open(`suivi-client?q=${encodeURIComponent(word)}&agence=*`)
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill('Autre')
  await field(page, 'Téléphone portable').fill('+33 6 39 98 66 20')
  await see(page, `Ce numéro est celui de ${nameOf(20)}, Saint-Herblain —`)
  await page.getByRole('button', { name: `C’est lui ? Ouvrir la fiche de ${nameOf(20)}` }).click()
  await seeTitle(page, nameOf(20))
  await page.goBack()
  await seeTitle(page, 'Nouveau client')
  await eventually(() => field(page, 'Nom').inputValue()).toBe('Autre')
  await page.getByRole('button', { name: 'Retour' }).click()
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await seeTitle(page, 'Suivi client')
})

/** Cells of a CSV as a French spreadsheet reads them. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < csv.length; at++) {
    const [one, row] = [csv.charAt(at), rows.at(-1) ?? []]
    if (one === '"' && quoted && csv.charAt(at + 1) === '"') at++
    else if (one === '"') {
      quoted = !quoted
      continue
    }
    if (!quoted && one === ';') row.push('')
    else if (!quoted && one === '\n') rows.push([''])
    else if (quoted || one !== '\r') row[row.length - 1] += one
  }
  return rows.filter((row) => row.length > 1)
}

it('[MGR-06] [SEC] saves the forty as a file whose cells no spreadsheet runs', async () => {
  await open(`suivi-client?q=${encodeURIComponent(word)}&agence=*`)
  await see(page, `${FORTY} résultats`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await download
  // The day of the press, which may be the day after this story began.
  expect([DAY, today('Europe/Paris')].map((day) => `clients-${day}.csv`)).toContain(file.suggestedFilename())
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head, ...rows] = cellsOf(text.slice(1))
  expect(head?.slice(0, 2)).toEqual(['Nom', 'Prénom'])
  expect(rows).toHaveLength(FORTY)
  expect(rows.flat().filter((cell) => /^\s*[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  const written = rows.map(([name]) => name?.replace(/^'/, '').trim()).sort()
  expect(written).toEqual(names.map((name) => name.trim()).sort())
})

it('[SYN-04] [MGR-21] a colleague changed the same text meanwhile: both are shown, hers is chosen', async () => {
  const [id = ''] = remarks.keys()
  const [hers, theirs] = [remarks.get(id) ?? '', uniqueWord('Refus')]
  await server.start()
  await boss.write('PUT', `/clients/${id}`, { OBSERVATIONS: theirs })
  await goOnline(device)
  await eventually(() => pillText(page), LATER).toBe('1 conflit')
  await pill(page).click()
  await seeTitle(page, 'Synchronisation')
  const card = page.getByRole('region', { name: 'À trancher' }).getByRole('listitem')
  await card.getByText(nameOf(10)).first().waitFor()
  const cells = card.getByRole('row', { name: /Observations/ }).getByRole('cell')
  await eventually(async () => (await cells.allTextContents()).sort()).toEqual([hers, theirs].sort())
  const kept = String((await boss.one(`/clients/${id}`)).OBSERVATIONS)
  expect([hers, theirs]).toContain(kept)
  // Whichever value the server kept, she chooses her own.
  await card.getByRole('button', { name: kept === hers ? 'Garder' : 'Restaurer cette valeur' }).click()
  await see(page, kept === hers ? 'Conflit réglé.' : 'La valeur est restaurée.')
  await waitUntilUpToDate(page)
  expect((await boss.one(`/clients/${id}`)).OBSERVATIONS).toBe(hers)
  const conflicts = (await boss.all('/conflits')).filter((one) => one.IDENREGISTREMENT === id)
  expect(conflicts).toMatchObject([{ RESOLU: 1 }])
  // The other calls and the visit are on the server too, once.
  const clients = new Map((await boss.all('/clients')).map((row) => [row.IDCLIENT, row]))
  expect([...remarks.keys()].map((one) => clients.get(one)?.OBSERVATIONS)).toEqual([...remarks.values()])
  const visits = (await boss.all('/rdvs')).filter((rdv) => rdv.RDV_OBJET === nameOf(13))
  expect(visits).toMatchObject([{ IDPERSONNELS: [rep.id], RDV_DEBUT: `${TAKEN} ${freed}` }])
  expect(freed >= '10:00').toBe(true)
})
