import type { Staff } from '../../schemas/access.ts'
import { addMinutes, today } from '../../schemas/dates.ts'
import { itemKey } from '../../schemas/merge-set.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { mayChangePerson, type Rights } from '../../schemas/rules/direction.ts'
import { ABSENCE_ACTS, doAbsenceAct, isAbsenceAct } from './act-absences.ts'
import { doQuoteAct, isQuoteAct, QUOTE_ACTS } from './act-devis.ts'
import { doItemAct, ITEM_ACTS, isItemAct } from './act-items.ts'
import { doMoneyAct, isMoneyAct, MONEY_ACTS } from './act-money.ts'
import { doOfficeAct, isOfficeAct, OFFICE_ACTS } from './act-office.ts'
import { doRemoval, isRemoval, REMOVALS } from './act-removals.ts'
import { doRequestAct, isRequestAct, REQUEST_ACTS } from './act-requests.ts'
import { type Act, type ActContext, type Chosen, isDirector, type Written } from './act-types.ts'
import type { TabDevice } from './tab-device.ts'
import { dayOf, wordsIn } from './words.ts'

/** Basic acts. They need only clients, projects and appointments, so they work on any server's data. */
export const PLAIN_ACTS = [
  'new-client',
  'new-project',
  'new-rdv',
  'name',
  'first-name',
  'notes',
  'move',
  'debrief',
  'describe',
  'drop-rdv',
  'drop-client',
] as const

const OTHER_ACTS = [
  'twin-client',
  'street',
  'reminder-day',
  'cancel-project',
  'new-works',
  'works-title',
  'works-day',
  'feedback',
  'new-report',
  'answers',
  'person',
  'list-entry',
  'new-list-entry',
  'report-title',
  'restore-rdv',
] as const

/** What people do. Records are picked by number among those shown, so that the same number often means the same record on two phones. */
export const ACTS = [
  ...PLAIN_ACTS,
  ...OTHER_ACTS,
  ...ITEM_ACTS,
  ...QUOTE_ACTS,
  ...MONEY_ACTS,
  ...REQUEST_ACTS,
  ...OFFICE_ACTS,
  ...ABSENCE_ACTS,
  ...REMOVALS,
] as const
export type ActKind = (typeof ACTS)[number]

/**
 * Does one act. Null when there is no record to do it to.
 * @throws what the command throws
 */
export async function doAct(device: TabDevice, me: string, act: Act<ActKind>, word: string): Promise<Written | null> {
  const context = contextOf(device, me, act, word)
  if (isItemAct(act.kind)) return doItemAct(context, act.kind)
  if (isQuoteAct(act.kind)) return doQuoteAct(context, act.kind)
  if (isMoneyAct(act.kind)) return doMoneyAct(context, act.kind)
  if (isRequestAct(act.kind)) return doRequestAct(context, act.kind)
  if (isOfficeAct(act.kind)) return doOfficeAct(context, act.kind)
  if (isAbsenceAct(act.kind)) return doAbsenceAct(context, act.kind)
  if (isRemoval(act.kind)) return doRemoval(context, act.kind)
  return doPlainAct(context, act.kind)
}

function contextOf(device: TabDevice, me: string, { pick }: Act<ActKind>, word: string): ActContext {
  const some = async (resource: SyncedResource): Promise<string | undefined> => {
    const ids = await device.ids(resource)
    return ids[pick % Math.max(ids.length, 1)]
  }
  return {
    device,
    me,
    pick,
    word,
    some,
    among: async (resource, isOffered) => {
      const found: Chosen[] = []
      for (const id of await device.ids(resource)) {
        const shown = await device.shown(resource, id)
        if (shown && (await isOffered(shown))) found.push({ id, shown })
      }
      return found[pick % Math.max(found.length, 1)] ?? null
    },
    edit: async (resource, field, value = word) => {
      const id = await some(resource)
      if (id === undefined) return null
      const over = (await device.shown(resource, id))?.[field]
      await device.commands.update(resource, id, { [field]: value } as never)
      return { resource, id, word: wordsIn(value)[0] ?? null, over }
    },
    made: (resource, id, items = []) => ({ resource, id, word, over: null, items }),
  }
}

/** The street of a new client, whose address is saved with them. */
export const NEW_STREET = 'rue Neuve'

type PlainAct = (typeof PLAIN_ACTS)[number] | (typeof OTHER_ACTS)[number]

async function doPlainAct(context: ActContext, kind: PlainAct): Promise<Written | null> {
  const { device, me, pick, word, some, among, edit, made } = context
  const { commands } = device
  const RDV_DEBUT = `${today('Europe/Paris')} ${String(8 + (pick % 10)).padStart(2, '0')}:00`

  switch (kind) {
    case 'new-client': {
      const id = await commands.together(async (one) => {
        const IDADRESSE = await one.create('adresse', { ADRESSE: `${pick} ${NEW_STREET}`, VILLE: 'Lyon' })
        return one.create('client', { NOM: word, IDADRESSE }, { skipDuplicateCheck: true })
      })
      return made('client', id)
    }
    case 'twin-client': {
      // A client of that name has that telephone: the server asks whether it is the same person (RES-10).
      const [NOM, PORTABLE] = [`Durand ${pick % 2}`, `063998000${pick % 2}`]
      return made('client', await commands.create('client', { NOM, PORTABLE, OBSERVATIONS: word }))
    }
    case 'new-project': {
      const IDCLIENT = await some('client')
      if (IDCLIENT === undefined) return null
      // As the form proposes it: the works are at the client's home.
      const home = (await device.shown('client', IDCLIENT))?.IDADRESSE
      const site = typeof home === 'string' ? { ADRESSE_CHANTIER: home } : {}
      return made('projet', await commands.create('projet', { IDCLIENT, ...site, DESCRIPTION: word }))
    }
    case 'new-rdv': {
      const IDPROJET = await some('projet')
      const values = { RDV_OBJET: word, RDV_DEBUT, RDV_FIN: addMinutes(RDV_DEBUT, 60), IDPERSONNELS: [me] }
      const id = await commands.create('rdv', IDPROJET ? { ...values, IDPROJET } : values)
      return made('rdv', id, [{ field: 'IDPERSONNELS', added: [itemKey(me)], removed: [] }])
    }
    case 'new-works': {
      const IDPROJET = await some('projet')
      if (IDPROJET === undefined) return null
      const values = { IDPROJET, RDV_OBJET: word, RDV_DEBUT, RDV_FIN: addMinutes(RDV_DEBUT, 240) }
      return made('intervention', await commands.create('intervention', values))
    }
    case 'new-report': {
      const IDRAPPORT = await some('rapport')
      const IDRDV = await some('rdv')
      if (IDRAPPORT === undefined || IDRDV === undefined) return null
      const IDPROJET = (await device.shown('rdv', IDRDV))?.IDPROJET
      const about = { IDRAPPORT, IDRDV, REPONSES: { c1: word } }
      const values = typeof IDPROJET === 'string' ? { ...about, IDPROJET } : about
      return made('soumission', await commands.create('soumission', values))
    }
    case 'new-list-entry':
      return made('reference', await commands.create('reference', { LISTE: 'ORIGINE', LIBELLE: word }))
    case 'name':
      return edit('client', 'NOM')
    case 'first-name':
      return edit('client', 'PRENOM')
    case 'notes':
      return edit('client', 'OBSERVATIONS')
    case 'street':
      return edit('adresse', 'ADRESSE')
    case 'describe':
      return edit('projet', 'DESCRIPTION')
    case 'reminder-day':
      return edit('projet', 'RELANCE_INTERMEDIAIRE', dayOf(word))
    case 'works-title':
      return edit('intervention', 'RDV_OBJET')
    case 'answers': {
      const id = await some('soumission')
      const report = id && (await device.shown('soumission', id))
      // A report is corrected by its author (until it was sent, by whoever filled it here), and by directors.
      if (!id || !report || ((report.IDPERSONNEL ?? me) !== me && !isDirector(me))) return null
      await commands.update('soumission', id, { REPONSES: { c1: word } })
      return { resource: 'soumission', id, word, over: report.REPONSES }
    }
    case 'person': {
      if (!isDirector(me)) return edit('personnel', 'PRENOM')
      // The page of a colleague offers it to whoever may set up their account.
      const director: Staff = { id: me, roles: ['commercial_director'], agences: ['lyon'], toutesAgences: false }
      const chosen = await context.among('personnel', (one) =>
        mayChangePerson(director, String(one.IDPERSONNEL), one as unknown as Rights),
      )
      if (chosen === null) return null
      await commands.update('personnel', chosen.id, { PRENOM: word })
      return { resource: 'personnel', id: chosen.id, word, over: chosen.shown.PRENOM }
    }
    case 'list-entry':
      return edit('reference', 'LIBELLE')
    case 'report-title':
      return edit('rapport', 'TITRE')
    case 'move':
    case 'works-day': {
      const resource = kind === 'move' ? 'rdv' : 'intervention'
      const id = await some(resource)
      if (id === undefined) return null
      const day = dayOf(word)
      const over = await device.shown(resource, id)
      await commands.update(resource, id, { RDV_DEBUT: `${day} 08:00`, RDV_FIN: `${day} 09:30` })
      return { resource, id, word: day, over: [over?.RDV_DEBUT, over?.RDV_FIN] }
    }
    case 'debrief': {
      const id = await some('rdv')
      if (id === undefined) return null
      const over = (await device.shown('rdv', id))?.DEBRIEF_COMMENTAIRE
      const DEBRIEF_CATEGORIE = (pick % 5) as 0 | 1 | 2 | 3 | 4
      await commands.debrief(id, { DEBRIEF_CATEGORIE, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: word })
      return { resource: 'rdv', id, word, over }
    }
    case 'cancel-project': {
      const id = await some('projet')
      if (id === undefined) return null
      const over = (await device.shown('projet', id))?.DATE_SANS_SUITE
      const day = dayOf(word)
      await commands.cancel(id, { ID_MOTIF_SANS_SUITE: 'trop-cher', DATE_SANS_SUITE: day })
      return { resource: 'projet', id, word: day, over }
    }
    case 'feedback': {
      const id = await some('intervention')
      if (id === undefined) return null
      await commands.feedback(id, 'mauvais')
      return { resource: 'intervention', id, word: null, over: null }
    }
    case 'restore-rdv': {
      const hidden = await among('rdv', ({ SUPPRIME }) => SUPPRIME === 1)
      if (!hidden) return null
      await commands.restore('rdv', hidden.id)
      return { resource: 'rdv', id: hidden.id, word: null, over: null, isRestored: true }
    }
    case 'drop-rdv':
    case 'drop-client':
      return doRemoval(context, kind)
  }
}
