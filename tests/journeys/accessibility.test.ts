import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { findNothingOn, fitsNarrowest, follow } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP } from './support/demo-server.ts'
import { askToLogOut, eventually, SOON, seeTitle, signInAndReceive } from './support/people.ts'

/** axe finds nothing on any screen, in light and dark, on a phone and on a desktop; none is wider than the narrowest phone. With SCREENS_DIR it leaves a picture of each there. */

let server: DemoServer
/** Records for the rep's screens: those of the demo with the most data. */
const ids = {
  client: '',
  adresse: '',
  projet: '',
  rdv: '',
  devis: '',
  intervention: '',
  planning: '',
  rep: '',
  company: '',
  nature: '',
  form: '',
  demande: '',
  import: '',
}

const DAY = today('Europe/Paris')
const sunday = addDays(mondayOf(DAY), 6)

/** « Novembre 2026 », which opens the agenda's calendar. */
const monthName = (day: string): RegExp =>
  new RegExp(`^${new Date(day).toLocaleDateString('fr', { month: 'long', year: 'numeric' })}$`, 'i')

interface Screen {
  name: string
  path: () => string
  title: string | RegExp
  /** Screens checked in a window large enough for all of it, because content under a sticky bar only needs scrolling. */
  whole?: true
  /** Buttons of a phone that open something over the screen, which is then checked too. */
  opens?: readonly (string | RegExp)[]
  /** Title of the question that leaving it asks. */
  leaving?: string
}

const SCREENS: Screen[] = [
  { name: 'dashboard', path: () => '', title: 'Accueil' },
  {
    name: 'agenda',
    path: () => `agenda?date=${DAY}`,
    title: 'Agenda',
    opens: [monthName(DAY)],
  },
  // A Sunday, when nobody works.
  { name: 'agenda, empty day', path: () => `agenda?vue=timeGridDay&date=${sunday}`, title: 'Agenda' },
  { name: 'agenda, team', path: () => `agenda?vue=category&date=${DAY}`, title: 'Agenda' },
  { name: 'agenda, list', path: () => 'agenda?vue=listWeek', title: 'Agenda' },
  { name: 'clients', path: () => 'client', title: 'Mes clients' },
  { name: 'client', path: () => `client/${ids.client}`, title: /./ },
  { name: 'client form', path: () => `client/${ids.client}/edit`, title: 'Modifier le client' },
  { name: 'new client', path: () => 'client/create', title: /./, whole: true },
  { name: 'address', path: () => `adresse/${ids.adresse}`, title: /./, opens: ['Autres actions', 'Itinéraire'] },
  { name: 'address form', path: () => `adresse/${ids.adresse}/edit`, title: /./, whole: true },
  { name: 'project', path: () => `projet/${ids.projet}`, title: /./ },
  { name: 'project form', path: () => `projet/${ids.projet}/edit`, title: /./, whole: true },
  { name: 'new project', path: () => `projet/create?IDCLIENT=${ids.client}`, title: /./, whole: true },
  { name: 'rdv', path: () => `rdv/${ids.rdv}`, title: /./ },
  {
    name: 'rdv form',
    path: () => `rdv/${ids.rdv}/edit`,
    title: 'Modifier le rendez-vous',
    opens: ['Ouvrir le calendrier : Début, date'],
  },
  { name: 'report of a visit', path: () => `rapport?idRdv=${ids.rdv}`, title: 'Rapport' },
  { name: 'debrief', path: () => `rdv/${ids.rdv}/debrief`, title: /./ },
  { name: 'quote reminders', path: () => 'devis', title: 'Relances devis' },
  { name: 'orders to be paid', path: () => 'encaissements', title: 'Restes à payer' },
  { name: 'quote', path: () => `devis/${ids.devis}`, title: /./ },
  { name: 'quote form', path: () => `devis/${ids.devis}/edit`, title: 'Modifier le devis', whole: true },
  {
    name: 'quote preview',
    path: () => `devis/${ids.devis}/apercu`,
    title: 'Aperçu du devis',
    leaving: 'Quitter l’aperçu ?',
  },
  { name: 'ranking', path: () => 'classement?periode=current_year', title: 'Classement' },
  { name: 'intervention', path: () => `intervention/${ids.intervention}`, title: /./ },
  {
    name: 'PV',
    path: () => `intervention/${ids.intervention}/sign`,
    title: 'Signature du PV',
    leaving: 'Quitter la signature ?',
  },
  { name: 'my account', path: () => 'compte', title: 'Mon compte' },
  { name: 'notifications', path: () => 'notifications', title: 'Notifications' },
  {
    name: 'synchronisation',
    path: () => 'synchronisation',
    title: 'Synchronisation',
    opens: ['Reprendre une copie de secours'],
  },
  { name: 'map, list alone', path: () => 'carte?autour=47.2184,-1.5536&rayon=20', title: 'Carte' },
  { name: 'prospection', path: () => 'prospection?autour=47.2184,-1.5536&rayon=20', title: 'Prospection' },
  { name: 'requests of customers', path: () => 'demandes', title: 'Demandes' },
  { name: 'request of a customer', path: () => `demande/${ids.demande}`, title: /./ },
  { name: 'raf', path: () => 'raf', title: 'RAF à saisir' },
  { name: 'rapport', path: () => 'rapport', title: 'Rapport' },
  { name: 'contacts', path: () => 'contact', title: 'Contacts' },
  { name: 'follow-ups, no appointment', path: () => 'relance?liste=without_rdv', title: 'Relances' },
  { name: 'follow-ups, no quote', path: () => 'relance?liste=without_quote', title: 'Relances' },
  { name: 'works of my projects', path: () => 'intervention-commercial?etat=toutes', title: 'Suivi interventions' },
  { name: 'absences', path: () => 'absences', title: 'Absences' },
  { name: 'absence form', path: () => 'absence/create', title: 'Absence ou réunion' },
  { name: 'team', path: () => 'equipe', title: 'Équipe' },
  { name: 'colleague', path: () => `personnel/${ids.rep}`, title: /./ },
  { name: 'own company', path: () => `entreprise/${ids.company}`, title: /./ },
  { name: 'planning of works', path: () => `intervention_planning/${ids.planning}`, title: /./ },
  { name: 'role', path: () => 'role/commercial', title: 'Commercial' },
]

/** Screens that a rep may not open. */
const OTHERS: { mail: string; screens: { name?: string; path: () => string; title: string | RegExp }[] }[] = [
  {
    mail: 'directeur@example.com',
    screens: [
      { path: () => 'affectation', title: 'Affectation' },
      { path: () => 'suivi', title: 'Suivi' },
      { path: () => 'encaissements', title: 'Restes à payer' },
      { path: () => 'donnees-personnelles', title: 'Données personnelles' },
      { path: () => 'parametres', title: 'Paramètres' },
      { path: () => 'imports', title: 'Importer des clients' },
      { name: 'result of an import', path: () => `import/${ids.import}`, title: 'import.csv' },
      { name: 'accounts of the staff', path: () => 'comptes', title: 'Comptes du personnel' },
      { name: 'new account', path: () => 'comptes/create', title: 'Ajouter une personne' },
      { name: 'look of the company', path: () => 'reglages', title: 'Apparence et mentions légales' },
      { name: 'mail server', path: () => 'courrier', title: /^(Mail|Serveur)/ },
      { name: 'handover', path: () => `personnel/${ids.rep}/passation`, title: /./ },
      { name: 'targets', path: () => 'objectifs', title: 'Objectifs' },
      { name: 'price list', path: () => 'tarifs', title: 'Tarifs' },
      { name: 'new article', path: () => 'article/create', title: 'Ajouter un article' },
      { name: 'import of the price list', path: () => 'tarifs/import', title: 'Importer des tarifs' },
      { name: 'natures', path: () => 'liste/NATURE_RDV', title: 'Natures de rendez-vous' },
      { name: 'motives', path: () => 'liste/RDV_DEBRIEF', title: 'Motifs de débrief' },
      { name: 'new nature', path: () => 'liste/NATURE_RDV/create', title: 'Ajouter une nature' },
      { name: 'report forms', path: () => 'formulaire', title: 'Formulaires de compte rendu' },
      { name: 'new report form', path: () => 'formulaire/create', title: 'Créer un formulaire' },
      { name: 'report form', path: () => `formulaire/${ids.form}/edit`, title: /^Modifier : / },
      { name: 'nature form', path: () => `entree/${ids.nature}/edit`, title: /^Modifier : / },
      { name: 'colleague form', path: () => `personnel/${ids.rep}/edit`, title: /./ },
      { name: 'intervention form', path: () => `intervention/${ids.intervention}/edit`, title: /./ },
    ],
  },
  {
    mail: 'assistante@example.com',
    screens: [
      { path: () => 'suivi-client', title: 'Suivi client' },
      { path: () => 'suivi-client?vue=clients', title: 'Suivi client' },
      { name: 'two records of a client', path: () => `client/${ids.client}/fusion`, title: /^Fusionner / },
    ],
  },
  {
    mail: 'metreur@example.com',
    screens: [{ path: () => 'intervention-metreur?vue=all', title: 'Liaison interventions' }],
  },
  {
    mail: 'technicien@example.com',
    screens: [
      { path: () => 'intervention-technicien', title: 'Mes interventions' },
      { path: () => 'agenda', title: 'Agenda' },
      { path: () => 'comptes-rendus?qui=tous', title: 'Comptes rendus' },
    ],
  },
]

const WHOLE_PAGE = 4000

/** An import that has ended: a line of each kind. @returns its id */
async function bringFile(director: Clerk): Promise<string> {
  const id = uuidv7()
  const file = 'Nom;Portable\r\nPrunier;06 39 98 77 01\r\nPrunier;06 39 98 77 01\r\nCerisier;06 39\r\n'
  await director.write('POST', `/imports?id=${id}&nom=import.csv`, Buffer.from(file))
  const { colonnes } = await director.one(`/imports/${id}`)
  await director.write('PUT', `/imports/${id}/colonnes`, { colonnes })
  const reach = async (state: string): Promise<void> => {
    while ((await director.one(`/imports/${id}`)).etat !== state) await wait(50)
  }
  await reach('pret')
  await director.write('POST', `/imports/${id}/lancer`, {})
  await reach('fini')
  return id
}

beforeAll(async () => {
  server = await openDemoServer()
  const rep = await server.clerk('commercial@example.com')
  const rdvs = await rep.all('/rdvs')
  const projets = new Map((await rep.all('/projets')).map((projet) => [projet.IDPROJET, projet]))
  const mine = (rdv: Row): boolean =>
    (rdv.IDPERSONNELS as string[]).includes(rep.id) && projets.has(rdv.IDPROJET) && rdv.SUPPRIME !== 1
  const rdv = rdvs.find((one) => mine(one) && one.DEBRIEF_CATEGORIE !== 0) ?? rdvs.find(mine)
  ids.rdv = String(rdv?.IDRDV)
  ids.projet = String(rdv?.IDPROJET)
  const open = (devis: Row): boolean =>
    devis.DEVIS_SIGNE !== 1 && devis.REFUSE !== 1 && devis.DATE_TRANSMISSION === null
  ids.devis = String((await rep.all('/devis')).find(open)?.IDDEVIS)
  const works = await rep.all('/interventions')
  ids.intervention = String(works.find((one) => one.FEEDBACK === null && projets.has(one.IDPROJET))?.IDINTERVENTION)
  const [planned] = works.flatMap((one) => one.IDINTERVENTION_PLANNING as { id: string }[])
  ids.planning = String(planned?.id)
  ids.client = String(projets.get(rdv?.IDPROJET)?.IDCLIENT)
  ids.adresse = String((await rep.one(`/clients/${ids.client}`)).IDADRESSE)
  ids.rep = rep.id
  ids.form = String((await rep.all('/report'))[0]?.id)
  ids.demande = String((await rep.all('/demandes'))[0]?.id)
  ids.import = await bringFile(await server.clerk('directeur@example.com'))
  ids.nature = String((await rep.all('/natures-rdv'))[0]?.IDNATURE_RDV)
}, SETUP)

afterAll(() => server?.dispose())

describe.each([
  { size: 'phone', mobile: true },
  { size: 'desktop', mobile: false },
])('$size', ({ size, mobile }) => {
  let device: Device
  let page: Page

  beforeAll(async () => {
    device = await launchChromium({ mobile })
    page = device.page
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(() => device?.close())

  const open = async (path: string, title: string | RegExp): Promise<void> => {
    await follow(page, `/manager/${path}`.replace(/\/$/, ''))
    await page.getByRole('heading', { level: 1, name: title }).first().waitFor({ timeout: SOON, state: 'attached' })
  }

  const findNothing = async (name: string): Promise<void> => {
    await findNothingOn(page, { size, name })
    if (mobile) await fitsNarrowest(page)
  }

  it('login', async () => {
    await page.goto(`${server.web()}/login/manager`)
    await seeTitle(page, 'Connexion')
    await findNothing('login')
  })

  it('the rep signs in', async () => {
    await signInAndReceive(page, server.web(), 'commercial@example.com')
    await seeTitle(page, 'Accueil')
    ids.company = await page.evaluate(() => JSON.parse(localStorage.getItem('lolapp.entreprise') ?? '{}').id)
  })

  it.each(SCREENS)('$name', async ({ name, path, title, whole, opens = [], leaving }) => {
    await open(path(), title)
    const window = page.viewportSize()
    if (whole && window) await page.setViewportSize({ ...window, height: WHOLE_PAGE })
    await findNothing(name)
    if (whole && window) await page.setViewportSize(window)
    const over = page.getByRole('dialog').or(page.getByRole('menu'))
    for (const button of mobile ? opens : []) {
      await page.getByRole('button', { name: button }).click()
      await over.waitFor()
      await findNothing(`${name}, ${button}`)
      await page.keyboard.press('Escape')
      // The next one opens over the page alone.
      await eventually(() => over.filter({ visible: true }).count()).toBe(0)
    }
    if (leaving === undefined) return
    // Ends with the answer.
    const left = follow(page, '/manager')
    const question = page.getByRole('dialog', { name: leaving }).or(page.getByRole('alertdialog', { name: leaving }))
    await question.waitFor()
    await findNothing(leaving)
    await question.getByRole('button', { name: 'Oui' }).click()
    await left
    await seeTitle(page, 'Accueil')
  })

  it('the search over everything', async () => {
    await page.getByRole('button', { name: 'Rechercher partout' }).click()
    await page.getByRole('combobox').fill('a')
    await page.getByRole('option').first().waitFor()
    await findNothing('search')
  })

  it.each(OTHERS)('screens of $mail', async ({ mail, screens }) => {
    await page.goto(`${server.web()}/manager`)
    await askToLogOut(page)
    await seeTitle(page, 'Connexion')
    await signInAndReceive(page, server.web(), mail)
    for (const { path, title, name = path() } of screens) {
      await open(path(), title)
      await findNothing(name)
    }
  })
})
