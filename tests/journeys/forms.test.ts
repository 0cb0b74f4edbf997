import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  holdNotice,
  pillText,
  save,
  saveButton,
  see,
  seeNotice,
  seeTitle,
  signInAndReceive,
  typeDate,
  typeTime,
  waitUntilUpToDate,
} from './support/people.ts'
import { plannerOf } from './support/team-agenda.ts'

/** The forms of clients and appointments, filled in by a director. */

/** Far ahead: the demo has nothing on it. */
const DAY = addDays(today('Europe/Paris'), 200)

let server: DemoServer
let boss: Clerk
let device: Device
let page: Page

const open = async (path: string): Promise<void> => {
  await page.goto(`${server.web()}/manager/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const guard = () => page.getByRole('dialog', { name: 'Modifications non enregistrées' })
const newClient = async (values: Row = {}): Promise<{ id: string; name: string }> => {
  const [id, name] = [randomUUID(), uniqueWord('Fiche')]
  await boss.write('POST', '/clients', { IDCLIENT: id, NOM: name, ...values })
  return { id, name }
}

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'directeur@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[RES-02] a card closes, and deletes only after « Êtes-vous sûr ? », saying « Suppresion reussie »', async () => {
  const { id, name } = await newClient()
  await open('client?tous=1')
  await page.getByLabel('Rechercher un client').fill(name)
  await page.getByRole('link', { name, exact: true }).click()
  await seeTitle(page, name)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await seeTitle(page, 'Mes clients')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('dialog', { name: 'Êtes-vous sûr ?' }).getByRole('button', { name: 'Non' }).click()
  await seeTitle(page, name)
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('dialog', { name: 'Êtes-vous sûr ?' }).getByRole('button', { name: 'Oui' }).click()
  await see(page, 'Suppresion reussie')
  await seeTitle(page, 'Mes clients')
  await see(page, 'Aucun client ne correspond')
  await eventually(async () => (await boss.call('GET', `/clients/${id}`)).status).toBe(404)
})

it('[RES-03] [RES-06] « Enregistrer » is enabled only on a valid form, whose messages are French', async () => {
  await open('client/create')
  await eventually(() => saveButton(page).isDisabled()).toBe(true)
  await field(page, 'Nom').focus()
  await field(page, 'Prénom').focus()
  await see(page, 'Ce champ est requis')
  await field(page, 'Nom').fill(uniqueWord('Valide'))
  await eventually(() => saveButton(page).isEnabled()).toBe(true)
  await field(page, 'Adresse email').fill('pas une adresse')
  await field(page, 'Nom').focus()
  await see(page, 'Veuillez entrer une adresse email valide')
  await eventually(() => saveButton(page).isDisabled()).toBe(true)
  await field(page, 'Adresse email').fill('')
  await eventually(() => saveButton(page).isEnabled()).toBe(true)
})

it('[RES-03] [RES-04] leaving a changed form asks whether to save', async () => {
  const { id, name } = await newClient()
  await open(`client/${id}`)
  const edit = async (remark: string): Promise<void> => {
    await page.getByRole('link', { name: 'Modifier' }).click()
    await seeTitle(page, 'Modifier le client')
    await field(page, 'Observations').fill(remark)
    await page.getByRole('link', { name: 'Accueil' }).first().click()
    await guard().waitFor()
  }
  await edit('perdu')
  await guard().getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await seeTitle(page, 'Accueil')
  await open(`client/${id}`)
  await seeTitle(page, name)
  expect(await page.getByText('perdu').count()).toBe(0)

  await edit('gardé')
  await guard().getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await see(page, 'Modification Client réussie')
  await seeTitle(page, 'Accueil')
  await eventually(async () => (await boss.one(`/clients/${id}`)).OBSERVATIONS).toBe('gardé')

  // An unchanged form asks nothing; a saved one returns to the former page.
  await open(`client/${id}`)
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByRole('button', { name: 'Retour' }).last().click()
  await seeTitle(page, name)
  await page.getByRole('link', { name: 'Modifier' }).click()
  await field(page, 'Prénom').fill('Odile')
  await save(page)
  await seeTitle(page, `${name} Odile`)
})

it('[RES-03] the browser also warns when a changed form is closed', async () => {
  const { id } = await newClient()
  const tab = await device.newTab()
  await tab.goto(`${server.web()}/manager/client/${id}/edit`)
  await field(tab, 'Observations').fill('pas encore')
  const warned = tab.waitForEvent('dialog')
  await tab.close({ runBeforeUnload: true })
  const dialog = await warned
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})

it('[RES-03] what somebody lets go when the browser asks is not in the form again after the reload', async () => {
  const { id } = await newClient({ OBSERVATIONS: 'avant' })
  const tab = await device.newTab()
  await tab.goto(`${server.web()}/manager/client/${id}/edit`)
  await field(tab, 'Observations').fill('perdu')
  const asked = tab.waitForEvent('dialog')
  await Promise.all([tab.reload(), asked.then((dialog) => dialog.accept())])
  await eventually(() => field(tab, 'Observations').inputValue()).toBe('avant')
  await tab.close()
})

it('[RES-05] a creation sends no empty field; an update sends what changed, and a cleared field as null', async () => {
  const name = uniqueWord('Envoi')
  const sent: { method: string; body: Row }[] = []
  device.context.on('request', (request) => {
    if (/\/api\/clients/.test(request.url()) && request.method() !== 'GET')
      sent.push({ method: request.method(), body: request.postDataJSON() as Row })
  })
  await open('client?tous=1')
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Téléphone fixe').fill('0240000000')
  await save(page)
  await see(page, 'Création Client réussie')
  await eventually(() => sent.length).toBe(1)
  const id = String(sent[0]?.body.IDCLIENT)
  const values = Object.values(sent[0]?.body ?? {})
  expect(values.filter((value) => value === '' || value === null)).toEqual([])

  // A page that is left before the answer sends the creation again under its key; such repeats are not counted here.
  await eventually(async () => (await boss.call('GET', `/clients/${id}`)).status).toBe(200)
  await waitUntilUpToDate(page)
  await open(`client/${id}/edit`)
  await field(page, 'Téléphone fixe').fill('')
  await save(page)
  await eventually(() => sent.length).toBe(2)
  const { _base, ...patch } = sent[1]?.body ?? {}
  expect({ method: sent[1]?.method, patch }).toEqual({ method: 'PUT', patch: { TELEPHONE: null } })
  await eventually(async () => (await boss.one(`/clients/${id}`)).TELEPHONE).toBe(null)
})

it('[RES-10] an existing client is shown before a duplicate is made; the user may continue', async () => {
  const { name } = await newClient({ PRENOM: 'Hélène', PORTABLE: '0639985555' })
  await open('client?tous=1')
  await page.getByLabel('Rechercher un client').fill(name)
  await page.getByRole('link', { name: `${name} Hélène`, exact: true }).waitFor()
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name.toUpperCase())
  await field(page, 'Prénom').fill('Helene')
  await field(page, 'Téléphone portable').fill('+33 6 39 98 55 55')
  await save(page)
  const sheet = page.getByRole('dialog', { name: 'Ce client existe peut-être déjà' })
  await sheet.getByText(`${name} Hélène`).waitFor()
  await sheet.getByText('même téléphone', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: 'Continuer quand même' }).click()
  await see(page, 'Création Client réussie')
  const named = async () =>
    (await boss.all('/clients')).filter((row) => String(row.NOM).toUpperCase() === name.toUpperCase())
  await eventually(async () => (await named()).length).toBe(2)
})

it('[RES-07] [RES-08] [RES-09] the appointment: typed dates, missing hours, an end that follows its start', async () => {
  await open('rdv/create')
  await typeDate(page, 'Début, date', '2031-04-03')
  await field(page, 'Début, date').fill('5/4/31')
  await field(page, 'Début, date').press('Tab')
  await eventually(() => field(page, 'Début, date').inputValue()).toBe('05/04/2031')
  await field(page, 'Début, date').fill('12/13/2031')
  await field(page, 'Début, date').press('Tab')
  await eventually(() => field(page, 'Début, date').inputValue()).toBe('05/04/2031')

  await typeTime(page, 'Début, heure', '14:00')
  await typeTime(page, 'Fin, heure', '14:20')
  await eventually(() => field(page, 'Fin, heure').inputValue()).toBe('15:00')
  await typeTime(page, 'Fin, heure', '16:30')
  await eventually(() => field(page, 'Fin, heure').inputValue()).toBe('16:30')

  await typeTime(page, 'Début, heure', '')
  await see(page, 'Invalid date or time')
  await eventually(() => saveButton(page).isDisabled()).toBe(true)
})

it('[RES-09 interventions] [RES-07 multiple] the end of an intervention, and of each of its plannings, follows its start; several days are planned at once', async () => {
  await open('intervention/create')
  const type = async (label: string, value: string): Promise<void> => {
    await field(page, label).last().fill(value)
    await field(page, label).last().press('Tab')
  }
  const endsAt = (label: string) => eventually(() => field(page, label).last().inputValue())
  await type('Début, date', '05/04/2031')
  await type('Début, heure', '08:00')
  await type('Fin, date', '05/04/2031')
  await type('Fin, heure', '08:20')
  await endsAt('Fin, heure').toBe('09:00')
  await type('Début, date', '06/04/2031')
  await endsAt('Fin, date').toBe('06/04/2031')

  await page.getByRole('button', { name: 'Ajouter une personne' }).click()
  await endsAt('Fin, heure').toBe('09:00')
  await type('Début, heure', '13:00')
  await endsAt('Fin, heure').toBe('14:00')
  await type('Début, date', '07/04/2031')
  await endsAt('Fin, date').toBe('07/04/2031')

  await type('Jours à planifier', '10/4/31, 9/4/31')
  await page.getByRole('button', { name: 'Ajouter ces jours' }).click()
  await eventually(() => field(page, 'Début, date').count()).toBe(4)
  await eventually(() => field(page, 'Début, date').nth(2).inputValue()).toBe('09/04/2031')
  await endsAt('Fin, date').toBe('10/04/2031')
  // The works went along with their only entry, and are widened by the days.
  await endsAt('Fin, heure').toBe('14:00')
  await eventually(() => field(page, 'Début, date').first().inputValue()).toBe('07/04/2031')
  await eventually(() => field(page, 'Fin, date').first().inputValue()).toBe('10/04/2031')
})

it('[RES-01 intervention_planning] the page of an intervention leads to each of its plannings', async () => {
  const works = (await boss.all('/interventions')) as { IDINTERVENTION: string; IDINTERVENTION_PLANNING: Row[] }[]
  const work = works.find((one) => one.IDINTERVENTION_PLANNING.length > 0)
  const entry = String(work?.IDINTERVENTION_PLANNING[0]?.id)
  await open(`intervention/${work?.IDINTERVENTION}`)
  await page.locator(`a[href$="/intervention_planning/${entry}"]`).click()
  await eventually(() => new URL(page.url()).pathname).toBe(`/manager/intervention_planning/${entry}`)
  await page.locator('dt', { hasText: 'Durée' }).waitFor()
})

it('[ENT-10 shown] the page of an appointment says how long it is', async () => {
  const { id, name } = await plannerOf({ boss, person: boss.id, day: DAY }).plan('08:00', '10:30')
  await page.goto(`${server.web()}/manager/rdv/${id}`)
  await seeTitle(page, name)
  await eventually(() => page.locator('dt', { hasText: 'Durée' }).locator('+ dd').textContent()).toBe('2h30')
})

it('« Annuler » restores a deleted appointment, sent or not', async () => {
  const { id, name } = await plannerOf({ boss, person: boss.id, day: DAY }).plan('20:00', '21:00')
  const remove = async () => {
    await page.goto(`${server.web()}/manager/rdv/${id}`)
    await seeTitle(page, name)
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('menuitem', { name: 'Supprimer' }).click()
    await page.getByRole('button', { name: 'Oui' }).click()
    await seeNotice(page, 'Suppresion reussie')
  }
  await remove()
  await holdNotice(page, 'Suppresion reussie')
  await eventually(async () => (await boss.one(`/rdvs/${id}`)).SUPPRIME).toBe(1)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await eventually(async () => (await boss.one(`/rdvs/${id}`)).SUPPRIME).toBe(0)

  await waitUntilUpToDate(page)
  await goOffline(device)
  await remove()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await eventually(() => pillText(page)).toBe('Hors ligne')
  await goOnline(device)
})
