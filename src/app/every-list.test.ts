import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Every screen of the manager area that lists records sorts them, saves its filters and writes what it shows as a CSV (DAY-13), or says here why not. */

const FEATURES = 'src/features'
/** Areas of other people, with lists of their own kind. */
const ELSEWHERE = /^(admin|space|login|entreprises|roles)\//
/** A form, or what one record is read or signed on. */
const ONE_RECORD = /-form-screen\.tsx$/

const REASONS: Record<string, string> = {
  'absences/absence-screen.tsx': 'one absence',
  'absences/absences-screen.tsx': 'a calendar by month; why people are away goes into no file',
  'adresses/adresse-screen.tsx': 'one address',
  'agenda/agenda-screen.tsx': 'a calendar, which programs subscribe to (ICS)',
  'carte/carte-screen.tsx': 'a map of the list of clients, which has its own file',
  'clients/client-screen.tsx': 'one client',
  'clients/clients-screen.tsx':
    'all clients are read by indexes: their orders are choices of the toolbar, their file is of the selection bar',
  'clients/merge-screen.tsx': 'two records side by side',
  'confidentialite/confidentialite-screen.tsx': 'a text',
  'dashboard/dashboard-screen.tsx': 'leads to the lists',
  'demandes/demande-screen.tsx': 'one request',
  'devis/devis-screen.tsx': 'one quote',
  'devis/preview-screen.tsx': 'one quote',
  'donnees-personnelles/donnees-personnelles-screen.tsx': 'requests about people: none of them leaves in a file',
  'imports/import-screen.tsx': 'one file, whose refused lines have their own CSV',
  'imports/imports-screen.tsx': 'a few files that were brought',
  'interventions/intervention-screen.tsx': 'one intervention',
  'interventions/my-interventions-screen.tsx': 'sections of a day’s work, each in its order',
  'interventions/planning-screen.tsx': 'one intervention',
  'interventions/sign-screen.tsx': 'one PV',
  'notifications/notifications-screen.tsx': 'latest first, read and gone',
  'objectifs/objectifs-screen.tsx': 'a form of the year',
  'parametres/comptes-screen.tsx': 'the accounts of one company; « Équipe » lists its people',
  'parametres/courrier-screen.tsx': 'a form',
  'parametres/formulaires-screen.tsx': 'in the order that directors give',
  'parametres/liste-screen.tsx': 'in the order that directors give',
  'parametres/parametres-screen.tsx': 'leads to the settings',
  'parametres/reglages-screen.tsx': 'a form',
  'passation/passation-screen.tsx': 'a preview of what goes to colleagues',
  'personnels/personnel-screen.tsx': 'one person',
  'projets/projet-screen.tsx': 'one project',
  'prospection/prospection-screen.tsx': 'a map',
  'rdv/debrief-screen.tsx': 'a form',
  'rdv/rdv-screen.tsx': 'one appointment',
  'synchronisation/synchronisation-screen.tsx': 'what waits on this device, in the order in which it leaves',
  'tarifs/import-screen.tsx': 'one file that is being brought',
  'tarifs/tarifs-screen.tsx': 'its CSV is what an import takes back; in the order that directors give',
}

const MARKS = {
  csv: /\bCsvButton\b|\bListTools\b/,
  filters: /\bSavedFilters\b|\bListTools\b/,
  sort: /\bSort(Bar|Select)\b|\bListSort\b/,
}

/** The screen with what it imports of its own feature: a list may be in a file beside. */
function sourceOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file) || !existsSync(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const beside = [...text.matchAll(/from '(\.\/[^']+\.tsx?)'/g)].map(([, path]) => join(dirname(file), path ?? ''))
  return [text, ...beside.map((one) => sourceOf(one, seen))].join('\n')
}

const screens = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('-screen.tsx') && !ELSEWHERE.test(file) && !ONE_RECORD.test(file))
  .sort()
const lacking = (file: string): string[] => {
  const text = sourceOf(join(FEATURES, file))
  return Object.entries(MARKS).flatMap(([what, mark]) => (mark.test(text) ? [] : [what]))
}

it('[DAY-13 columns] every list screen has its CSV, its saved filters and its orders, or a reason', () => {
  expect(screens.length).toBeGreaterThan(40)
  const without = screens.filter((file) => lacking(file).length > 0)
  expect(without.filter((file) => !(file in REASONS))).toEqual([])
  // A reason that is no longer needed goes.
  expect(Object.keys(REASONS).filter((file) => !without.includes(file))).toEqual([])
})
